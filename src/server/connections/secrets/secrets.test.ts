import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent, deleteAgent } from "#contract/agents/agents.ts";
import { createRevision } from "#contract/agents/revisions.ts";
import * as contract from "#contract/connections/secrets.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { createWebhookSource } from "#contract/schedules/webhook-sources.ts";
import { agentWith, python } from "#server/testing/agents.ts";
import type { PersonName } from "#server/testing/people.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { createEnvelope } from "#server/platform/sealing/envelope.ts";
import { renewSealed } from "./renew-sealed.ts";
import { openValues, type SecretRecord } from "./secrets.store.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const team = () => ({ teamId: service.teamId });
const create = (body: Partial<Parameters<typeof make>[0]> = {}, as: PersonName = "owner") => make({ name: "Mail", ...body }, as);
async function make(body: { name: string; shared?: boolean; values?: Record<string, string> }, as: PersonName) {
  return service.ok(contract.createSecret, { params: team(), body: { values: { API_KEY: "kept to itself" }, ...body } }, { as });
}
const names = async (as: PersonName) => (await service.ok(contract.listSecrets, { params: team() }, { as })).map((s) => s.name);

/** What is stored, opened. */
async function stored(id: string): Promise<unknown> {
  const { rows } = await service.pool.query<SecretRecord>("select * from secrets where id = $1", [id]);
  const [row] = rows;
  return row?.sealed ? openValues(service.app.services.envelope, row) : null;
}

describe("a secret", () => {
  it("is answered without its values, and stored sealed", async () => {
    const secret = await create({ name: "Sealed", values: { B_KEY: "very secret b", A_KEY: "very secret a" } });
    expect(secret).toEqual({
      id: expect.any(String),
      team_id: service.teamId,
      user_id: service.ids.owner,
      name: "Sealed",
      service_slug: null,
      env_var_keys: ["A_KEY", "B_KEY"],
      created_by: service.ids.owner,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const { rows } = await service.pool.query("select * from secrets where id = $1", [secret.id]);
    expect(JSON.stringify(rows)).not.toContain("very secret");
    expect(await stored(secret.id)).toEqual({ A_KEY: "very secret a", B_KEY: "very secret b" });
    expect(await service.ok(contract.getSecret, { params: { id: secret.id } })).toEqual(secret);
  });

  it("is personal unless a Manager shares it, and then everybody sees it", async () => {
    await create({ name: "Of a member" }, "member");
    await create({ name: "Of the team", shared: true }, "manager");
    expect(await names("member")).toEqual(expect.arrayContaining(["Of a member", "Of the team"]));
    expect(await names("owner")).not.toContain("Of a member");
    expect(await names("colleague")).toContain("Of the team");
    await service.fails(
      contract.createSecret,
      { params: team(), body: { name: "No", shared: true, values: { A: "value" } } },
      "forbidden",
      {
        as: "builder",
      },
    );
  });

  it("of another person does not exist, whatever the role", async () => {
    const { id } = await create({}, "member");
    const { id: agentId, buildId } = await agentWith(service, python("print(1)"));
    for (const as of ["owner", "colleague"] as const) {
      await service.fails(contract.getSecret, { params: { id } }, "not_found", { as });
      await service.fails(contract.updateSecret, { params: { id }, body: { name: "Taken" } }, "not_found", { as });
      await service.fails(contract.deleteSecret, { params: { id } }, "not_found", { as });
      await service.fails(contract.listSecretUses, { params: { id } }, "not_found", { as });
      await service.fails(contract.attachRevisionSecret, { params: { agentId, buildId }, body: { credentialId: id } }, "not_found", { as });
    }
  });

  it("refuses names that no environment takes, and those of the service", async () => {
    for (const key of ["1A", "A-B", "", "PATH", "LD_PRELOAD", "CASELOAD_SOCKET", "RUN_ID"]) {
      const { issues } = await service.fails(
        contract.createSecret,
        { params: team(), body: { name: "Odd", values: { [key]: "value" } } },
        "invalid_request",
      );
      expect(issues?.[0]?.path, key).toEqual(["values", key]);
    }
    await service.fails(contract.createSecret, { params: team(), body: { name: "None", values: {} } }, "invalid_request");
    const wide = { params: team(), body: { name: "Wide", values: { A: "€".repeat(40_000) } } };
    expect((await service.fails(contract.createSecret, wide, "invalid_request")).message).toContain("100,000 bytes");
    const values = Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`K${i}`, "x".repeat(60_000)]));
    expect(
      (await service.fails(contract.createSecret, { params: team(), body: { name: "Big", values } }, "invalid_request")).message,
    ).toContain("256 KB");
  });

  it("is one of a bounded number", async () => {
    await service.pool.query(
      `insert into secrets (id, team_id, user_id, name, env_var_keys, created_by)
       select gen_random_uuid(), $1, $2, 'Filler', '{}', $2 from generate_series(1, 500)`,
      [service.teamId, service.ids.administrator],
    );
    const body = { name: "One more", values: { A: "value" } };
    await service.fails(contract.createSecret, { params: team(), body }, "invalid_request", { as: "administrator" });
    await service.ok(contract.createSecret, { params: team(), body: { ...body, shared: true } }, { as: "administrator" });
  });
});

describe("changing a secret", () => {
  const update = (id: string, body: CallInput<typeof contract.updateSecret>["body"], as: PersonName = "owner") =>
    service.ok(contract.updateSecret, { params: { id }, body }, { as });

  it("replaces all values, or renames, removes and adds single ones", async () => {
    const { id } = await create({ values: { A: "first value", B: "second value", C: "third value" } });
    const changed = await update(id, { rename_keys: { A: "B", B: "A" }, remove_keys: ["C"], add_values: { D: "fourth value" } });
    expect(changed.env_var_keys).toEqual(["A", "B", "D"]);
    expect(await stored(id)).toEqual({ A: "second value", B: "first value", D: "fourth value" });
    await update(id, { add_values: { D: "another value" }, name: "Renamed", service_slug: "mail" });
    expect(await stored(id)).toMatchObject({ D: "another value" });
    expect(await update(id, { values: { ONLY: "last value" } })).toMatchObject({
      name: "Renamed",
      service_slug: "mail",
      env_var_keys: ["ONLY"],
    });
    expect(await stored(id)).toEqual({ ONLY: "last value" });
  });

  it("has keys in capital letters; one stored before can be renamed or removed", async () => {
    const { id } = await create({ values: { API_KEY: "one value", OTHER: "two value" } });
    for (const key of ["lower", "Mixed", "1A"])
      await service.fails(contract.updateSecret, { params: { id }, body: { add_values: { [key]: "value" } } }, "invalid_request");
    const body = { remove_keys: ["lower"] };
    const { issues } = await service.fails(contract.updateSecret, { params: { id }, body }, "invalid_request");
    expect(issues?.[0]?.message).toBe("This secret has no key lower");
  });

  it("refuses what does not fit, naming the field, and changes nothing then", async () => {
    const { id } = await create({ values: { A: "first value", B: "second value" } });
    const cases: [Parameters<typeof update>[1], (string | number)[]][] = [
      [{ rename_keys: { X: "Y" } }, ["rename_keys", "X"]],
      [{ rename_keys: { A: "B" } }, ["rename_keys", "A"]],
      [{ rename_keys: { A: "C", B: "C" } }, ["rename_keys", "B"]],
      [{ rename_keys: { A: "C" }, remove_keys: ["A"] }, ["remove_keys", 0]],
      [{ remove_keys: ["X"] }, ["remove_keys", 0]],
      [{ remove_keys: ["A", "B"] }, ["remove_keys"]],
      [{ values: { C: "value" }, remove_keys: ["A"] }, ["values"]],
      [{ add_values: Object.fromEntries(Array.from({ length: 99 }, (_, i) => [`K${i}`, "value"])) }, ["add_values"]],
    ];
    for (const [body, path] of cases) {
      const { issues } = await service.fails(contract.updateSecret, { params: { id }, body }, "invalid_request");
      expect(issues?.[0]?.path).toEqual(path);
    }
    expect(await stored(id)).toEqual({ A: "first value", B: "second value" });
  });

  it("of a shared one, and sharing, needs a Manager; taking it back makes it the Manager's own", async () => {
    const shared = await create({ name: "Shared", shared: true });
    const own = await create({ name: "Own" }, "builder");
    await service.fails(contract.updateSecret, { params: { id: shared.id }, body: { name: "No" } }, "forbidden", { as: "builder" });
    await service.fails(contract.updateSecret, { params: { id: own.id }, body: { shared: true } }, "forbidden", { as: "builder" });
    await service.fails(contract.deleteSecret, { params: { id: shared.id } }, "forbidden", { as: "builder" });
    expect((await update(own.id, { name: "Still own" }, "builder")).user_id).toBe(service.ids.builder);
    expect((await update(shared.id, { shared: false }, "manager")).user_id).toBe(service.ids.manager);
    expect((await update(shared.id, { shared: true }, "manager")).user_id).toBeNull();
  });

  it("whose values no key opens asks for new ones", async () => {
    const { id } = await create();
    await service.pool.query(
      "update secrets set sealed = (select sealed from secrets where id <> $1 and sealed is not null limit 1) where id = $1",
      [id],
    );
    await service.fails(contract.updateSecret, { params: { id }, body: { remove_keys: ["API_KEY"] } }, "secret_unreadable");
    await update(id, { values: { API_KEY: "new value" } });
    expect(await stored(id)).toEqual({ API_KEY: "new value" });
  });
});

describe("a revision's secrets", () => {
  const attach = (params: { agentId: string; buildId: string }, credentialId: string, as: PersonName = "owner") =>
    service.ok(contract.attachRevisionSecret, { params, body: { credentialId } }, { as });
  const attached = async (params: { agentId: string; buildId: string }, as: PersonName = "owner") =>
    (await service.ok(contract.listRevisionSecrets, { params }, { as })).map((s) => s.name);
  const newAgent = async () => {
    const { id: agentId, buildId } = await agentWith(service, python("print(1)"));
    return { agentId, buildId };
  };

  it("are attached once, listed for those who see them, and detached", async () => {
    const place = await newAgent();
    const shared = await create({ name: "Shared", shared: true });
    const own = await create({ name: "Member's own" }, "member");
    await attach(place, shared.id);
    await attach(place, own.id, "member");
    await service.fails(contract.attachRevisionSecret, { params: place, body: { credentialId: shared.id } }, "already_attached");
    expect(await attached(place)).toEqual(["Shared"]);
    expect(await attached(place, "member")).toEqual(["Shared", "Member's own"]);
    const detach = (credentialId: string) => ({ params: { ...place, credentialId } });
    await service.fails(contract.detachRevisionSecret, detach(shared.id), "forbidden", { as: "member" });
    await service.ok(contract.detachRevisionSecret, detach(own.id), { as: "member" });
    await service.ok(contract.detachRevisionSecret, detach(shared.id));
    await service.fails(contract.detachRevisionSecret, detach(shared.id), "not_found");
    expect(await attached(place, "member")).toEqual([]);
  });

  it("belong to the revision of the agent in the address", async () => {
    const place = await newAgent();
    const { id } = await create({ shared: true });
    const wrong = { agentId: (await newAgent()).agentId, buildId: place.buildId };
    await service.fails(contract.attachRevisionSecret, { params: wrong, body: { credentialId: id } }, "not_found");
    await service.fails(contract.listRevisionSecrets, { params: wrong }, "not_found");
    await service.fails(contract.attachRevisionSecret, { params: place, body: { credentialId: randomUUID() } }, "not_found");
  });

  it("are at most fifty", async () => {
    const place = await newAgent();
    await service.pool.query(
      `with filler as (insert into secrets (id, team_id, name, env_var_keys, created_by)
         select gen_random_uuid(), $1, 'Filler', '{}', $2 from generate_series(1, 50) returning id)
       insert into revision_secrets (revision_id, secret_id) select $3, id from filler`,
      [service.teamId, service.ids.owner, place.buildId],
    );
    const { id } = await create({ shared: true }, "manager");
    await service.fails(contract.attachRevisionSecret, { params: place, body: { credentialId: id } }, "invalid_request");
    await service.pool.query("delete from secrets where name = 'Filler' and user_id is null");
  });

  it("come along to the next revision; a personal one of somebody else stays with its agent", async () => {
    const place = await newAgent();
    await attach(place, (await create({ name: "Shared", shared: true })).id);
    await attach(place, (await create({ name: "Member's own" }, "member")).id, "member");
    const { build } = await service.ok(createRevision, { params: { agent_id: place.agentId }, body: { name: "Next" } });
    const next = { agentId: place.agentId, buildId: build.id };
    expect(await attached(next, "member")).toEqual(["Shared", "Member's own"]);
    const copy = await service.ok(createAgent, { params: team(), body: { name: "Copy", source_build_id: place.buildId } });
    const elsewhere = { agentId: copy.agent.id, buildId: copy.build?.id ?? "" };
    expect(await attached(elsewhere, "member")).toEqual(["Shared"]);
  });

  it("are known by their uses, live revisions first, and go with the secret", async () => {
    const place = await newAgent();
    const gone = await newAgent();
    const { id } = await create({ name: "Used", shared: true });
    await attach(place, id);
    await attach(gone, id);
    await service.ok(createRevision, { params: { agent_id: place.agentId }, body: { name: "Next" } });
    await service.ok(deleteAgent, { params: { agent_id: gone.agentId } });
    const { uses, total } = await service.ok(contract.listSecretUses, { params: { id } }, { as: "member" });
    expect(total).toBe(2);
    expect(uses.map((u) => [u.agent_id, u.build_id === place.buildId, u.revision_number, u.status])).toEqual([
      [place.agentId, true, 1, "live"],
      [place.agentId, false, 2, "draft"],
    ]);
    await service.ok(contract.deleteSecret, { params: { id } });
    expect(await attached(place)).toEqual([]);
    await service.fails(contract.getSecret, { params: { id } }, "not_found");
    const { rows } = await service.pool.query("select name, sealed from secrets where id = $1", [id]);
    expect(rows).toEqual([{ name: "Used", sealed: null }]);
  });
});

it("another SECRETS_KEY takes over at a start: the former one opens what it sealed once, then it is needed no more", async () => {
  const { id } = await create({ values: { A: "outlives a key" } });
  // Its secret is not known yet, so there is nothing that a key could open.
  await service.ok(createWebhookSource, { params: team(), body: { name: "Payments", sender: "stripe" } });
  const { rows } = await service.pool.query<SecretRecord>("select * from secrets where id = $1", [id]);
  const secret = rows[0] as SecretRecord;
  const [before, after] = [randomBytes(32), randomBytes(32)];
  const sealed = createEnvelope([before]).seal({ teamId: service.teamId, table: "secrets", id }, JSON.stringify({ A: "outlives a key" }));
  await service.pool.query("update secrets set sealed = $2 where id = $1", [id, sealed]);
  const warnings: unknown[] = [];
  await renewSealed(service.app.services.store, createEnvelope([after, before]), { warn: (fields: unknown) => void warnings.push(fields) });
  const renewed = (await service.pool.query<SecretRecord>("select * from secrets where id = $1", [id])).rows[0] as SecretRecord;
  expect(renewed.sealed).not.toBe(sealed);
  expect(openValues(createEnvelope([after]), renewed)).toEqual({ A: "outlives a key" });
  // The other rows of this installation were sealed by a third key.
  expect(warnings).toEqual([{ table: "secrets", unreadable: expect.any(Number) }]);
  expect(secret.sealed).not.toBeNull();
});
