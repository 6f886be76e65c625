import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needsSession, successStatuses } from "#contract/endpoint.ts";
import { errorTable } from "#contract/errors.ts";
import { allEndpoints } from "#contract/index.ts";
import { type TeamRole, atLeast, atLeastInOrganization } from "#contract/roles.ts";
import { createApiKey, revokeApiKey } from "#contract/teams/api-keys.ts";
import { newId } from "#server/platform/db/columns.ts";
import { apiKeys } from "#server/teams/teams.table.ts";
import { type Stage, roleIn, stageFor } from "#server/gates/stage/stage.ts";
import { keyHash } from "#server/platform/http/caller.ts";
import { type PersonName, teamPeople } from "#server/testing/people.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { type Subject, inputFor, subjects } from "./examples.ts";
import { withForeignIds, withUnknownIds } from "./inputs.ts";
import { newcomer, sessionOf } from "./newcomer.ts";
import { quiet, storeDigest } from "./store-digest.ts";
import { type Credentials, type Input, type Received, byKey, codeOf, faults, nobody, requestsSent, send, wireOf } from "./wire.ts";

let service: TestService;
/** Keys of the Owner that act in one team only. */
let ownKey: string;
let otherTeamKey: string;
let directorsTeamKey: string;
let revokedKey: string;
let memberSession: Credentials;

beforeAll(async () => {
  // A request that holds a connection and waits for another is never answered here; with many it is when as many come at once.
  service = await startService({ connections: 1 });
  ownKey = await teamKey(service.teamId);
  otherTeamKey = await teamKey(service.neighbourTeamId);
  directorsTeamKey = await teamKey(service.teamId, service.ids.director);
  const { api_key, key } = await service.ok(createApiKey, { body: { name: "Revoked" } });
  await service.ok(revokeApiKey, { params: { id: api_key.id } });
  revokedKey = key;
  memberSession = await sessionOf(service, "member");
});
afterAll(async () => {
  process.stdout.write(`access: ${requestsSent()} requests over ${subjects.length} endpoints\n`);
  await service.close();
});

/** A key of the Owner for one team, whether or not the Owner is a member of it: the key's team alone has to decide. */
async function teamKey(team_id: string, user_id = service.ids.owner): Promise<string> {
  const key = `ck_${randomBytes(32).toString("base64url")}`;
  await service.app.services.store.db
    .insert(apiKeys)
    .values({ id: newId(), user_id, team_id, name: "One team", hint: key.slice(0, 10), hash: keyHash(key) });
  return key;
}

const everybody: readonly PersonName[] = [...teamPeople, "director"];
const unknown = (): [string, Credentials][] => [
  ["no key", nobody],
  ["an unknown key", byKey(`ck_${randomBytes(32).toString("base64url")}`)],
  ["a malformed key", { authorization: "Bearer ü" }],
  ["another scheme", { authorization: `Basic ${Buffer.from(`owner:${service.keys.owner}`).toString("base64")}` }],
  ["an empty key", { authorization: "Bearer " }],
  ["a forged session", { cookie: `caseload_session=${randomUUID()}.${randomBytes(32).toString("base64")}` }],
  ["a revoked key", byKey(revokedKey)],
];
const outsiders = (): [string, Credentials][] => [
  ["another team's Owner", byKey(service.keys.neighbour)],
  ["another organization's Owner", byKey(service.keys.stranger)],
  ["the Owner's key of another team", byKey(otherTeamKey)],
];

/** Those of another team of the same organization are no strangers to what belongs to the organization. */
const outsidersOf = ({ endpoint: { access } }: Subject) =>
  access.scope === "organization" ? outsiders().filter(([who]) => who === "another organization's Owner") : outsiders();

function mayCall(subject: Subject, name: PersonName): boolean {
  const { access } = subject.endpoint;
  if (access.scope === "organization")
    return atLeastInOrganization(name === "director" ? "organization:admin" : "organization:member", access.role);
  const { role } = ruleOf(subject);
  return !role || atLeast(roleIn({ as: name }), role);
}

/** The rule that decides who may call, in terms of the team that the input leads to. What belongs to a person has none: that person may. */
function ruleOf({ endpoint: { access } }: Subject): { role: TeamRole | undefined; hides: boolean } {
  if (access.scope === "team") return { role: access.or ? undefined : access.role, hides: true };
  return { role: undefined, hides: access.scope === "organization" && access.by !== "installation" };
}

async function refused(
  subject: Subject,
  input: Input,
  credentials: Credentials,
  status: number,
  code: string,
  who: string,
): Promise<Received> {
  const answer = await send(service.url, wireOf(subject.endpoint, input, credentials));
  expect({ status: answer.status, code: codeOf(answer) }, `${who}: ${answer.text}`).toEqual({ status, code });
  expect(faults(answer, subject.endpoint), who).toEqual([]);
  return answer;
}

async function passes(subject: Subject, input: Input, credentials: Credentials, who: string): Promise<void> {
  const { endpoint, example } = subject;
  const answer = await send(service.url, wireOf(endpoint, input, credentials));
  expect(faults(answer, endpoint), who).toEqual([]);
  const expected = example.ends ? [example.ends.code] : successStatuses(endpoint);
  expect(expected, `${who}: ${answer.text}`).toContain(example.ends ? codeOf(answer) : answer.status);
}

it("covers every endpoint", () => {
  expect(allEndpoints.length).toBeGreaterThan(40);
  expect(subjects.map((s) => s.endpoint.name).toSorted()).toEqual(allEndpoints.map((e) => e.name).toSorted());
});

describe.each(subjects)("$title", (subject) => {
  const { endpoint } = subject;
  const { role, hides } = ruleOf(subject);
  const { access } = endpoint;
  const session = needsSession(access);

  it("refuses whom it has to refuse, and changes nothing for them", async () => {
    const stage: Stage = session ? { ...stageFor(service), self: await newcomer(service) } : stageFor(service);
    const input = await inputFor(subject, stage);
    await quiet(service);
    const before = await storeDigest(service);
    if (access.scope === "public") return;
    for (const [who, credentials] of unknown()) await refused(subject, input, credentials, 401, "unauthorized", who);
    if (session)
      for (const key of [service.keys.owner, ownKey]) await refused(subject, input, byKey(key), 403, "session_required", "a key");
    if (access.scope === "organization" && access.by === "installation") {
      for (const name of ["neighbour", "stranger"] as const)
        await refused(subject, input, byKey(service.keys[name]), 403, "forbidden", name);
      await refused(subject, input, byKey(directorsTeamKey), 403, "forbidden", "an administrator's key of one team");
    }
    if (hides) await hidden(subject, input);
    for (const name of everybody.filter((n) => !mayCall(subject, n))) {
      await refused(subject, input, byKey(service.keys[name]), 403, "forbidden", name);
    }
    expect(await storeDigest(service)).toEqual(before);
  });

  it("lets everybody else through", async () => {
    if (access.scope === "public" || session) {
      const self = await newcomer(service);
      await passes(
        subject,
        await inputFor(subject, { ...stageFor(service), self }),
        access.scope === "public" ? nobody : self.credentials,
        access.scope,
      );
      return;
    }
    for (const as of everybody.filter((n) => mayCall(subject, n))) {
      await passes(subject, await inputFor(subject, stageFor(service, as)), byKey(service.keys[as]), as);
    }
    if (access.scope === "organization") return;
    // Keys and sessions are two doors to the same room.
    const own = await inputFor(subject, stageFor(service));
    if (subject.example.twoTeams) await refused(subject, own, byKey(ownKey), 404, "not_found", "the Owner's key of this team alone");
    else await passes(subject, own, byKey(ownKey), "the Owner's key of this team");
    if (role && !atLeast("team:member", role)) return;
    // A session is the other door to the same room.
    await passes(subject, await inputFor(subject, stageFor(service, "member")), memberSession, "the Member's session");
  });

  it("takes no id of another team anywhere beside its own", async () => {
    if (access.scope === "public" || session) return;
    const theirs = await inputFor(subject, stageFor(service, "stranger"));
    const ours = await inputFor(subject, stageFor(service));
    await quiet(service);
    const before = await storeDigest(service);
    for (const { path, input } of withForeignIds(theirs, ours)) {
      const answer = await send(service.url, wireOf(endpoint, input, byKey(service.keys.stranger)));
      expect(faults(answer, endpoint), path).toEqual([]);
      const tolerated = answer.status === 404 || (answer.status === 400 && codeOf(answer) === "invalid_request");
      expect(tolerated, `${path} with an id of another organization answered ${answer.status}: ${answer.text}`).toBe(true);
    }
    expect(await storeDigest(service)).toEqual(before);
  });
});

describe.each(subjects.filter((s) => s.endpoint.access.scope === "public"))("$title, which needs no key,", ({ endpoint }) => {
  const ask = (headers: Record<string, string>, body?: string) =>
    send(service.url, {
      method: endpoint.method,
      path: endpoint.path,
      headers: { ...(body && { "content-type": "application/json" }), ...headers },
      body,
    });
  const writes = endpoint.method !== "GET";

  it("answers no page of another site", async () => {
    const { port } = new URL(service.url);
    const foreign: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: `http://127.0.0.1:${Number(port) + 1}` },
      { origin: `http://127.0.0.1:${port}.evil.example` },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://evil.example", ...byKey(service.keys.owner) },
    ];
    const before = await storeDigest(service);
    for (const headers of foreign) {
      const answer = await ask(headers);
      if (writes)
        expect({ status: answer.status, code: codeOf(answer) }, JSON.stringify(headers)).toEqual({ status: 403, code: "forbidden" });
      expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
      expect(faults(answer, endpoint)).toEqual([]);
    }
    expect(await storeDigest(service)).toEqual(before);
    expect(codeOf(await ask({ origin: service.url, "sec-fetch-site": "same-origin" }))).not.toBe("forbidden");
  });

  it("takes 16 KB at most", async () => {
    if (!writes) return;
    const over = await ask({}, `{"zz":"${"a".repeat(16_384 - 8)}"}`);
    expect({ status: over.status, code: codeOf(over) }).toEqual({ status: 413, code: "payload_too_large" });
    expect(codeOf(await ask({}, `{"zz":"${"a".repeat(16_384 - 9)}"}`))).not.toBe("payload_too_large");
  });
});

describe.each(subjects.filter((s) => s.example.owned))("$title", (subject) => {
  it("keeps what others own from those below Manager, and lets Managers in", async () => {
    const code = subject.example.owned ?? "forbidden";
    const { role } = ruleOf(subject);
    const input = await inputFor(subject, stageFor(service));
    await quiet(service);
    const before = await storeDigest(service);
    for (const name of ["builder", "member"] as const) {
      if (!role || atLeast(roleIn({ as: name }), role))
        await refused(subject, input, byKey(service.keys[name]), errorTable[code].status, code, `${name}, about something of the Owner`);
    }
    expect(await storeDigest(service)).toEqual(before);
    await passes(subject, input, byKey(service.keys.manager), "a Manager");
  });
});

/** Outsiders hear the same words about an id that exists and about one that does not. */
async function hidden(subject: Subject, input: Input): Promise<void> {
  const random = withUnknownIds(input);
  const absent = await refused(subject, random, byKey(service.keys.owner), 404, "not_found", "a member, about an unknown id");
  for (const [who, credentials] of outsidersOf(subject)) {
    const real = await refused(subject, input, credentials, 404, "not_found", who);
    const unknownId = await refused(subject, random, credentials, 404, "not_found", `${who}, about an unknown id`);
    expect(real.body, who).toEqual(unknownId.body);
    expect(real.body, who).toEqual(absent.body);
  }
}
