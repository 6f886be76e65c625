import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent, deleteAgent } from "#contract/agents/agents.ts";
import { createRevision } from "#contract/agents/revisions.ts";
import { getPromotePreflight } from "#contract/agents/preflight.ts";
import * as contract from "#contract/connections/logins.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { agentWith, scripted } from "#server/testing/agents.ts";
import type { PersonName } from "#server/testing/people.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { type LoginRecord, openSignIn } from "./logins.store.ts";
import { hostOfLogin } from "./login-host.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Body = CallInput<typeof contract.createCredential>["body"];
const seed = "JBSWY3DPEHPK3PXP";
const placeOf = (as: PersonName) => ({ teamId: service.teamId, userId: service.ids[as] });
const ofLogin = (id: string, as: PersonName = "owner") => ({ ...placeOf(as), id });
const create = (body: Partial<Body> = {}, as: PersonName = "owner") =>
  service.ok(
    contract.createCredential,
    { params: placeOf(as), body: { domain: "app.example.com", password: "very secret", ...body } },
    { as },
  );
const update = (id: string, body: Partial<Body>, as: PersonName = "owner") =>
  service.ok(contract.updateCredential, { params: ofLogin(id, as), body }, { as });
const list = (as: PersonName, domain?: string) =>
  service.ok(contract.listCredentials, { params: placeOf(as), query: domain === undefined ? {} : { domain } }, { as });

/** What is stored, opened. */
async function stored(id: string): Promise<unknown> {
  const { rows } = await service.pool.query<LoginRecord>("select * from logins where id = $1", [id]);
  return rows[0]?.sealed ? openSignIn(service.app.services.envelope, rows[0]) : null;
}

describe("a login", () => {
  it("is answered without what it signs in with, and stored sealed", async () => {
    const login = await create({ domain: "Shop.Example.com:8443", username: "clerk", otp_secret: seed });
    expect(login).toEqual({
      id: expect.any(String),
      user_id: service.ids.owner,
      team_id: service.teamId,
      domain: "shop.example.com:8443",
      username: "clerk",
      password: true,
      otp_secret: true,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(await service.ok(contract.getCredential, { params: ofLogin(login.id) })).toEqual(login);
    const { rows } = await service.pool.query("select * from logins where id = $1", [login.id]);
    expect(JSON.stringify(rows)).not.toMatch(/very secret|JBSWY3DP/);
    expect(await stored(login.id)).toEqual({ password: "very secret", otp_secret: seed });
  });

  it("is found by its domain, and listed with what it has", async () => {
    const { id } = await create({ domain: "codes.example.com", password: null, otp_secret: "jbsw y3dp ehpk 3pxp" });
    expect(await list("owner", "CODES.example.com")).toEqual([
      {
        id,
        domain: "codes.example.com",
        username: null,
        hasEnabledTOTP: true,
        hasPassword: false,
        user_id: service.ids.owner,
        last_used_at: null,
        live_agents: 0,
        all_agents: 0,
      },
    ]);
    expect(await list("owner", "example.com")).toEqual([]);
    const domains = (await list("owner")).map(({ domain }) => domain);
    expect(domains).toEqual(domains.toSorted());
  });

  it("is personal unless a Manager shares it, and then everybody sees it", async () => {
    await create({ domain: "of-a-member.example.com" }, "member");
    await create({ domain: "of-the-team.example.com", shared: true }, "manager");
    const domains = async (as: PersonName) => (await list(as)).map(({ domain }) => domain);
    expect(await domains("member")).toEqual(expect.arrayContaining(["of-a-member.example.com", "of-the-team.example.com"]));
    expect(await domains("owner")).not.toContain("of-a-member.example.com");
    expect(await domains("colleague")).toContain("of-the-team.example.com");
    const shared = { params: placeOf("builder"), body: { domain: "no.example.com", password: "no", shared: true } };
    await service.fails(contract.createCredential, shared, "forbidden", { as: "builder" });
  });

  it("of another person does not exist, whatever the role, and neither does that person's address", async () => {
    const { id } = await create({}, "member");
    const { id: agentId, buildId } = await agentWith(service, scripted("say Hello"));
    for (const as of ["owner", "colleague"] as const) {
      for (const params of [ofLogin(id, as), ofLogin(id, "member")]) {
        await service.fails(contract.getCredential, { params }, "not_found", { as });
        await service.fails(contract.updateCredential, { params, body: { username: "taken" } }, "not_found", { as });
        await service.fails(contract.deleteCredential, { params }, "not_found", { as });
        await service.fails(contract.listCredentialUses, { params }, "not_found", { as });
      }
      const body = { domain: "app.example.com", password: "put under another name" };
      await service.fails(contract.listCredentials, { params: placeOf("member") }, "not_found", { as });
      await service.fails(contract.createCredential, { params: placeOf("member"), body }, "not_found", { as });
      const attach = { params: { agentId, buildId }, body: { exposedCredentialId: id } };
      await service.fails(contract.attachRevisionLogin, attach, "not_found", { as });
    }
  });

  it("reduces an address to its host, and keeps the name of what is no website", async () => {
    const kept = async (domain: string) => (await create({ domain })).domain;
    expect(await kept("https://App.example.com/login?next=1")).toBe("app.example.com");
    expect(await kept("shop.example.com/login")).toBe("shop.example.com");
    expect(await kept("München.example")).toBe("münchen.example");
    expect(await kept(" SAP Logon 770 ")).toBe("SAP Logon 770");
    expect(["münchen.example", "SAP Logon 770", "user@app.example.com"].map(hostOfLogin)).toEqual([
      "xn--mnchen-3ya.example",
      undefined,
      undefined,
    ]);
    expect((await list("owner", "SAP Logon 770")).map(({ domain }) => domain)).toEqual(["SAP Logon 770"]);
    const { id: agentId, buildId } = await agentWith(service, scripted("say Hello"));
    const { id } = await create({ domain: "SAP Logon 770" });
    await service.ok(contract.attachRevisionLogin, { params: { agentId, buildId }, body: { exposedCredentialId: id } });
    const { problems } = await service.ok(getPromotePreflight, { params: { build_id: buildId } });
    expect(problems).toContainEqual(expect.objectContaining({ code: "login_unused", fix: "open_login" }));
  });

  it("refuses what names nothing, what gives no codes, and a login that signs in with nothing", async () => {
    const refused = async (body: Body) => {
      const { issues } = await service.fails(contract.createCredential, { params: placeOf("owner"), body }, "invalid_request");
      return issues?.[0]?.path.join();
    };
    for (const domain of ["", " ", "two\nlines", "x".repeat(256)]) expect(await refused({ domain, password: "x" }), domain).toBe("domain");
    for (const otp_secret of ["123456", "otpauth://totp/Shop", "otpauth://hotp/Shop?secret=AAAAAAAAAAAAAAAA&counter=1", "JBSWY3DP1"])
      expect(await refused({ domain: "app.example.com", otp_secret }), otp_secret).toBe("otp_secret");
    expect(await refused({ domain: "app.example.com" })).toBe("password");
    expect(await refused({ domain: "app.example.com", password: null, otp_secret: null })).toBe("password");
  });

  it("is one of a bounded number", async () => {
    await service.pool.query(
      `insert into logins (id, team_id, user_id, domain, has_password, has_totp, created_by)
       select gen_random_uuid(), $1, $2, 'filler.example.com', true, false, $2 from generate_series(1, 500)`,
      [service.teamId, service.ids.administrator],
    );
    const params = placeOf("administrator");
    const body = { domain: "one-more.example.com", password: "x" };
    await service.fails(contract.createCredential, { params, body }, "invalid_request", { as: "administrator" });
    await service.ok(contract.createCredential, { params, body: { ...body, shared: true } }, { as: "administrator" });
  });
});

describe("changing a login", () => {
  it("keeps what is not named, takes away what is null, and keeps one way to sign in", async () => {
    const { id } = await create({ username: "clerk", otp_secret: seed });
    expect(await update(id, { username: null })).toMatchObject({ username: null });
    expect(await stored(id)).toEqual({ password: "very secret", otp_secret: seed });
    expect(await update(id, { password: null })).toMatchObject({ password: null, otp_secret: true });
    expect(await stored(id)).toEqual({ password: null, otp_secret: seed });
    const params = ofLogin(id);
    await service.fails(contract.updateCredential, { params, body: { otp_secret: null } }, "invalid_request");
    expect(await update(id, { password: "another one", otp_secret: null })).toMatchObject({ password: true, otp_secret: null });
    expect(await stored(id)).toEqual({ password: "another one", otp_secret: null });
    await service.fails(contract.updateCredential, { params, body: { otp_secret: "otpauth://totp/Shop" } }, "invalid_request");
    expect(await stored(id)).toEqual({ password: "another one", otp_secret: null });
  });

  it("of its host wants all again that signs in: what was given for one website is sent to no other", async () => {
    const { id, domain } = await create({ otp_secret: seed });
    const refused = async (body: Record<string, unknown>) => {
      const { issues } = await service.fails(contract.updateCredential, { params: ofLogin(id), body }, "invalid_request");
      return issues?.map(({ path }) => path.join("."));
    };
    const elsewhere = "New.example.com";
    expect(await refused({ domain: elsewhere })).toEqual(["password"]);
    expect(await refused({ domain: elsewhere, password: "another one" })).toEqual(["otp_secret"]);
    expect(await refused({ domain: `https://${elsewhere}/sign-in`, otp_secret: null })).toEqual(["password"]);
    expect(await update(id, { domain: `https://${domain}/sign-in` })).toMatchObject({ domain });
    expect(await update(id, { domain: elsewhere, password: "another one", otp_secret: null })).toMatchObject({ domain: "new.example.com" });
    expect(await stored(id)).toEqual({ password: "another one", otp_secret: null });
    expect(await update(id, { domain: "An application" })).toMatchObject({ domain: "An application" });
    expect(await refused({ domain: elsewhere })).toEqual(["password"]);
  });

  it("of a shared one, and sharing, needs a Manager; taking it back makes it the Manager's own", async () => {
    const shared = await create({ shared: true });
    const own = await create({}, "builder");
    const as = "builder" as const;
    await service.fails(contract.updateCredential, { params: ofLogin(shared.id, as), body: { username: "no" } }, "forbidden", { as });
    await service.fails(contract.updateCredential, { params: ofLogin(own.id, as), body: { shared: true } }, "forbidden", { as });
    await service.fails(contract.deleteCredential, { params: ofLogin(shared.id, as) }, "forbidden", { as });
    expect((await update(own.id, { username: "still own" }, as)).user_id).toBe(service.ids.builder);
    expect((await update(shared.id, { shared: false }, "manager")).user_id).toBe(service.ids.manager);
    expect((await update(shared.id, { shared: true }, "manager")).user_id).toBeNull();
  });

  it("that no key opens asks for what it would have kept", async () => {
    const { id } = await create({ otp_secret: seed });
    const params = ofLogin(id);
    await service.pool.query("update logins set sealed = 'v1.lost.key.text' where id = $1", [id]);
    await service.fails(contract.updateCredential, { params, body: { password: "another one" } }, "secret_unreadable");
    expect(await update(id, { password: "another one", otp_secret: null })).toMatchObject({ password: true, otp_secret: null });
    expect(await stored(id)).toEqual({ password: "another one", otp_secret: null });
  });
});

describe("a revision's logins", () => {
  interface Revision {
    agentId: string;
    buildId: string;
  }
  const attach = (params: Revision, exposedCredentialId: string, as: PersonName = "owner") =>
    service.ok(contract.attachRevisionLogin, { params, body: { exposedCredentialId } }, { as });
  const attached = async (params: Revision, as: PersonName = "owner") =>
    (await service.ok(contract.listRevisionLogins, { params }, { as })).map(({ domain }) => domain);
  const newAgent = async (): Promise<Revision> => {
    const { id: agentId, buildId } = await agentWith(service, scripted("say Hello"));
    return { agentId, buildId };
  };

  it("are attached once, listed for those who see them, and detached", async () => {
    const place = await newAgent();
    const shared = await create({ domain: "shared.example.com", shared: true });
    const own = await create({ domain: "own.example.com" }, "member");
    await attach(place, shared.id);
    await attach(place, own.id, "member");
    await service.fails(contract.attachRevisionLogin, { params: place, body: { exposedCredentialId: shared.id } }, "already_attached");
    expect(await attached(place)).toEqual(["shared.example.com"]);
    expect(await attached(place, "member")).toEqual(["shared.example.com", "own.example.com"]);
    const detach = (exposedCredentialId: string) => ({ params: { ...place, exposedCredentialId } });
    await service.fails(contract.detachRevisionLogin, detach(shared.id), "forbidden", { as: "member" });
    await service.ok(contract.detachRevisionLogin, detach(own.id), { as: "member" });
    await service.ok(contract.detachRevisionLogin, detach(shared.id));
    await service.fails(contract.detachRevisionLogin, detach(shared.id), "not_found");
    expect(await attached(place, "member")).toEqual([]);
  });

  it("belong to the revision of the agent in the address, and are at most fifty", async () => {
    const place = await newAgent();
    const { id } = await create({ shared: true });
    const wrong = { agentId: (await newAgent()).agentId, buildId: place.buildId };
    await service.fails(contract.attachRevisionLogin, { params: wrong, body: { exposedCredentialId: id } }, "not_found");
    await service.fails(contract.listRevisionLogins, { params: wrong }, "not_found");
    await service.pool.query(
      `with filler as (insert into logins (id, team_id, user_id, domain, has_password, has_totp, created_by)
         select gen_random_uuid(), $1, $2, 'filler.example.com', true, false, $2 from generate_series(1, 50) returning id)
       insert into revision_logins (revision_id, login_id) select $3, id from filler`,
      [service.teamId, service.ids.colleague, place.buildId],
    );
    await service.fails(contract.attachRevisionLogin, { params: place, body: { exposedCredentialId: id } }, "invalid_request");
  });

  it("come along to the next revision; a personal one of somebody else stays with its agent", async () => {
    const place = await newAgent();
    await attach(place, (await create({ domain: "shared.example.com", shared: true })).id);
    await attach(place, (await create({ domain: "own.example.com" }, "member")).id, "member");
    const { build } = await service.ok(createRevision, { params: { agent_id: place.agentId }, body: { name: "Next" } });
    expect(await attached({ agentId: place.agentId, buildId: build.id }, "member")).toEqual(["shared.example.com", "own.example.com"]);
    const params = { teamId: service.teamId };
    const copy = await service.ok(createAgent, { params, body: { name: "Copy", source_build_id: place.buildId } });
    expect(await attached({ agentId: copy.agent.id, buildId: copy.build?.id ?? "" }, "member")).toEqual(["shared.example.com"]);
  });

  it("are known by their uses, live revisions first, and go with the login", async () => {
    const place = await newAgent();
    const gone = await newAgent();
    const { id } = await create({ domain: "used.example.com", shared: true });
    await attach(place, id);
    await attach(gone, id);
    await service.ok(createRevision, { params: { agent_id: place.agentId }, body: { name: "Next" } });
    const counted = async () => (await list("member", "used.example.com")).map((one) => [one.live_agents, one.all_agents]);
    expect(await counted()).toEqual([[2, 2]]);
    await service.ok(deleteAgent, { params: { agent_id: gone.agentId } });
    expect(await counted()).toEqual([[1, 1]]);
    const drafted = await newAgent();
    const { build: draft } = await service.ok(createRevision, { params: { agent_id: drafted.agentId }, body: { name: "Next" } });
    await attach({ agentId: drafted.agentId, buildId: draft.id }, id);
    expect(await counted()).toEqual([[1, 2]]);
    await service.ok(contract.detachRevisionLogin, {
      params: { agentId: drafted.agentId, buildId: draft.id, exposedCredentialId: id },
    });
    const { uses, total } = await service.ok(contract.listCredentialUses, { params: ofLogin(id, "member") }, { as: "member" });
    expect(total).toBe(2);
    expect(uses.map((u) => [u.agent_id, u.build_id === place.buildId, u.status])).toEqual([
      [place.agentId, true, "live"],
      [place.agentId, false, "draft"],
    ]);
    expect(await service.ok(contract.deleteCredential, { params: ofLogin(id) })).toBeNull();
    expect(await attached(place)).toEqual([]);
    await service.fails(contract.getCredential, { params: ofLogin(id) }, "not_found");
    const { rows } = await service.pool.query("select domain, sealed from logins where id = $1", [id]);
    expect(rows).toEqual([{ domain: "used.example.com", sealed: null }]);
  });
});
