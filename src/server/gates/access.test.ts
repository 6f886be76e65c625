import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needsSession } from "#contract/access.ts";
import { isSecret, successStatuses } from "#contract/endpoint.ts";
import { type ErrorCode, errorTable } from "#contract/errors.ts";
import { allEndpoints } from "#contract/index.ts";
import { atLeast, atLeastInOrganization } from "#contract/roles.ts";
import { createApiKey, revokeApiKey } from "#contract/teams/api-keys.ts";
import { newId } from "#server/platform/db/columns.ts";
import { apiKeys } from "#server/teams/teams.table.ts";
import { memberOf } from "#server/gates/stage/members.ts";
import { roleIn, stageFor } from "#server/gates/stage/stage.ts";
import { keyHash } from "#server/platform/http/caller.ts";
import { type PersonName, teamPeople } from "#server/testing/people.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { type Subject, inputFor, subjects } from "./examples.ts";
import { withForeignIds, withUnknownIds } from "./inputs.ts";
import { inLanes } from "./lanes.ts";
import { subjectsOfLanding } from "./part/part.ts";
import { leaks } from "./secret-shapes.ts";
import { type Newcomer, newcomer, sessionOf } from "./newcomer.ts";
import { quiet, storeDigest, withoutSweeps } from "./store-digest.ts";
import {
  type Credentials,
  type Input,
  type Received,
  type Wire,
  byKey,
  codeOf,
  faults,
  nobody,
  requestsSent,
  send,
  wireOf,
} from "./wire.ts";

let service: TestService;
/** Keys of the Owner that act in one team only. */
let ownKey: string;
let otherTeamKey: string;
let readingKey: string;
let clientKey: string;
let directorsTeamKey: string;
let revokedKey: string;
let memberSession: Credentials;

beforeAll(async () => {
  // A request that holds a connection and waits for another is never answered here; with many it is when as many come at once.
  service = await startService({ connections: 1, engine: withoutSweeps });
  ownKey = await teamKey(service.teamId);
  otherTeamKey = await teamKey(service.neighbourTeamId);
  clientKey = await teamKey(null, service.ids.owner, "assistant.example");
  readingKey = (await service.ok(createApiKey, { body: { name: "Reads", reads_only: true } })).key;
  directorsTeamKey = await teamKey(service.teamId, service.ids.director);
  const { api_key, key } = await service.ok(createApiKey, { body: { name: "Revoked" } });
  await service.ok(revokeApiKey, { params: { id: api_key.id } });
  revokedKey = key;
  memberSession = await sessionOf(service, "member");
});
afterAll(async () => {
  process.stdout.write(`access: ${requestsSent()} requests over ${subjectsOfLanding.length} endpoints\n`);
  await service.close();
});

/** A key of the Owner for one team, whether or not the Owner is a member of it: the key's team alone has to decide. */
async function teamKey(team_id: string | null, user_id = service.ids.owner, client?: string): Promise<string> {
  const key = `ck_${randomBytes(32).toString("base64url")}`;
  await service.app.services.store.db
    .insert(apiKeys)
    .values({ id: newId(), user_id, team_id, name: "One team", hint: key.slice(0, 10), hash: keyHash(key), client });
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

/** Whether a person has the role that the access asks for. */
function hasRole({ endpoint: { access } }: Subject, name: PersonName): boolean {
  if (access.scope === "organization")
    return atLeastInOrganization(name === "director" ? "organization:admin" : "organization:member", access.role);
  return access.scope !== "team" || atLeast(roleIn({ as: name }), access.role);
}

/** What belongs to a person is there for them whatever their role. */
const mayCall = (subject: Subject, name: PersonName) =>
  hasRole(subject, name) || (subject.endpoint.access.scope === "team" && subject.endpoint.access.or === "owner");

/** Whether a call leaves everything as it is. */
const onlyReads = ({ endpoint }: Subject) => endpoint.method === "GET" || endpoint.readOnly === true;

/** Whether the access leads to something that outsiders must not know of. */
function hides({ endpoint: { access } }: Subject): boolean {
  return access.scope === "team" || (access.scope === "organization" && access.by !== "installation");
}

type Faults = readonly string[];

async function refused(subject: Subject, input: Input, credentials: Credentials, code: ErrorCode, who: string): Promise<Faults> {
  return (await answerTo(subject, input, credentials, code, who)).faults;
}

/** Sends a request, and again when the service says that it has too much to do: nothing was changed, then. */
async function answered(wire: Wire): Promise<Received> {
  for (;;) {
    const answer = await send(service.url, wire);
    if (codeOf(answer) !== "busy") return answer;
    await setTimeout(Number(answer.headers["retry-after"]) * 1000);
  }
}

async function answerTo({ endpoint, title }: Subject, input: Input, credentials: Credentials, code: ErrorCode, who: string) {
  const answer = await answered(wireOf(endpoint, input, credentials));
  const found = faults(answer, endpoint);
  if (answer.status !== errorTable[code].status || codeOf(answer) !== code)
    found.push(`answers ${answer.status} instead of ${code}: ${answer.text.slice(0, 300)}`);
  return { answer, faults: found.map((fault) => `${title}, ${who}: ${fault}`) };
}

async function passes({ endpoint, example, title }: Subject, input: Input, credentials: Credentials, who: string): Promise<Faults> {
  const answer = await answered(wireOf(endpoint, input, credentials));
  const found = faults(answer, endpoint);
  const expected: readonly unknown[] = example.ends ? [example.ends.code] : successStatuses(endpoint);
  if (!expected.includes(example.ends ? codeOf(answer) : answer.status))
    found.push(`is not let in: ${answer.status} ${answer.text.slice(0, 300)}`);
  if (leaks(endpoint, answer.text)) found.push("answers what gives access to whoever has it, and is not marked so");
  return found.map((fault) => `${title}, ${who}: ${fault}`);
}

/** What the Owner calls with. Refusals use nothing of it up, so that the Owner's own call can follow with the same. */
interface Ready {
  readonly subject: Subject;
  readonly input: Input;
  readonly self: Newcomer | undefined;
}
const ready = new Map<Subject, Ready>();

async function prepared(subject: Subject): Promise<Ready> {
  const { access } = subject.endpoint;
  const self = needsSession(access) || access.scope === "public" ? await newcomer(service) : undefined;
  return { subject, self, input: await inputFor(subject, { ...stageFor(service), self }) };
}

it("covers every endpoint", () => {
  expect(allEndpoints.length).toBeGreaterThan(40);
  expect(subjects.map((s) => s.endpoint.name).toSorted()).toEqual(allEndpoints.map((e) => e.name).toSorted());
});

/** Called about something of one's own in the example, so that everybody passes: the tests beside the handlers refuse the rest. */
const aboutOwn = [
  "CaseView",
  "ListView",
  "Credential",
  "Secret",
  "Skill",
  "Connection",
  "McpOAuth",
  "NativeOAuth",
  "AutomationQueue",
  "CaseApproval",
  "ClarityInviteLink",
  "ClarityProcess",
  "Dashboard",
  "TeamInvite",
  "TeamMember",
];

it("declares the rule about a record wherever a handler has one, for the screens to ask the same", () => {
  const owned = new Set(subjects.flatMap(({ endpoint, example }) => (example.owned ? [endpoint] : [])));
  expect([...owned].filter(({ may }) => !may).map(({ name }) => name)).toEqual([]);
  const others = allEndpoints.filter((endpoint) => endpoint.may && !owned.has(endpoint)).map(({ name }) => name);
  expect(others.filter((name) => !aboutOwn.some((thing) => name.includes(thing)))).toEqual([]);
  expect(owned.size).toBeGreaterThan(50);
});

/** Operations that share their set-up and the two looks at the whole store. */
const batches = Array.from({ length: Math.ceil(subjectsOfLanding.length / 16) }, (_, i) => {
  const batch = subjectsOfLanding.slice(i * 16, i * 16 + 16);
  return { batch, title: `${batch[0]?.endpoint.name} to ${batch.at(-1)?.endpoint.name}` };
});

describe.each(batches)("access from $title", ({ batch }) => {
  it("refuses whom it has to refuse, and changes nothing for them", async () => {
    expect(await refusals(batch)).toEqual([]);
  });

  it("lets everybody else through", async () => {
    const { beside = [], alone = [] } = Object.groupBy(batch, ({ example }) => (example.alone ? "alone" : "beside"));
    expect([...(await inLanes(beside, successes, 4)), ...(await inLanes(alone, successes, 1))]).toEqual([]);
  });
});

/** Every refusal of some operations. When one of them changed the store, each is tried alone, so that it can be named. */
async function refusals(some: readonly Subject[]): Promise<string[]> {
  const all = await inLanes(some, async (subject) => [await prepared(subject)], 4);
  for (const one of all) ready.set(one.subject, one);
  const foreign = await inLanes(all, foreignOf, 4);
  await quiet(service);
  const before = await storeDigest(service);
  const found = await inLanes(all, refusalsOf, 4);
  found.push(...(await inLanes(foreign, tryForeign, 4)));
  const after = await storeDigest(service);
  const changed = Object.keys({ ...before, ...after }).filter((table) => before[table] !== after[table]);
  if (changed.length === 0) return found;
  if (some.length === 1) return [...found, `${some[0]?.title}: a refused call changed ${changed.join(", ")}`];
  for (const subject of some) found.push(...(await refusals([subject])));
  return [...found, `a refused call changed ${changed.join(", ")}`];
}

async function refusalsOf({ subject, input }: Ready): Promise<string[]> {
  const { access } = subject.endpoint;
  const found: string[] = [];
  const expectRefusal = async (code: ErrorCode, who: string, credentials: Credentials) =>
    void found.push(...(await refused(subject, input, credentials, code, who)));
  if (access.scope === "public") return [];
  for (const [who, credentials] of unknown()) await expectRefusal("unauthorized", who, credentials);
  if (needsSession(access)) for (const key of [service.keys.owner, ownKey]) await expectRefusal("session_required", "a key", byKey(key));
  else if (!onlyReads(subject) || isSecret(subject.endpoint))
    await expectRefusal("forbidden", "the Owner's key that only reads", byKey(readingKey));
  if (isSecret(subject.endpoint) && !needsSession(access)) await expectRefusal("forbidden", "the Owner's AI client", byKey(clientKey));
  if (access.scope === "organization" && access.by === "installation") {
    for (const name of ["neighbour", "stranger"] as const) await expectRefusal("forbidden", name, byKey(service.keys[name]));
    await expectRefusal("forbidden", "an administrator's key of one team", byKey(directorsTeamKey));
  }
  if (hides(subject)) found.push(...(await hidden(subject, input)));
  if (subject.example.twoTeams) await expectRefusal("not_found", "the Owner's key of this team alone", byKey(ownKey));
  const hidesFromOthers = access.scope === "team" && access.or === "owner";
  for (const name of everybody) {
    // What is about something of the Owner needs a Manager, also where the access alone asks for less.
    const owned = subject.example.owned !== undefined && ["builder", "member", "colleague"].includes(name);
    if (hasRole(subject, name) && !owned) continue;
    await expectRefusal(hidesFromOthers ? "not_found" : "forbidden", `${name}, about something of the Owner`, byKey(service.keys[name]));
  }
  return found;
}

/** Outsiders hear the same words about an id that exists and about one that does not. */
async function hidden(subject: Subject, input: Input): Promise<string[]> {
  const random = withUnknownIds(input);
  const found: string[] = [];
  const bodies = new Map<string, string>();
  const ask = async (who: string, about: Input, credentials: Credentials) => {
    const { answer, faults: wrong } = await answerTo(subject, about, credentials, "not_found", who);
    found.push(...wrong);
    bodies.set(answer.text, who);
  };
  await ask("a member, about an unknown id", random, byKey(service.keys.owner));
  for (const [who, credentials] of outsidersOf(subject)) {
    await ask(who, input, credentials);
    await ask(`${who}, about an unknown id`, random, credentials);
  }
  if (bodies.size > 1) found.push(`${subject.title}: answers outsiders in different words: ${[...bodies].join("; ")}`);
  return found;
}

interface Foreign {
  readonly subject: Subject;
  readonly path: string;
  readonly input: Input;
}

/** The stranger's own call, with one id after the other taken from the Owner's. */
async function foreignOf({ subject, input }: Ready): Promise<Foreign[]> {
  const { access } = subject.endpoint;
  if (access.scope === "public" || needsSession(access)) return [];
  const theirs = await inputFor(subject, stageFor(service, "stranger"));
  return withForeignIds(theirs, input).map((one) => ({ subject, ...one }));
}

async function tryForeign({ subject: { endpoint, title }, path, input }: Foreign): Promise<string[]> {
  const answer = await answered(wireOf(endpoint, input, byKey(service.keys.stranger)));
  const found = faults(answer, endpoint);
  if (answer.status !== 404 && codeOf(answer) !== "invalid_request") found.push(`answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  return found.map((fault) => `${title}, ${path} with an id of another organization: ${fault}`);
}

async function successes(subject: Subject): Promise<string[]> {
  const { endpoint, example } = subject;
  const { access } = endpoint;
  const { input: owners, self } = ready.get(subject) ?? (await prepared(subject));
  if (access.scope === "public") return [...(await passes(subject, owners, nobody, "nobody"))];
  if (self) return [...(await passes(subject, owners, self.credentials, "a signed-in person"))];
  const found: string[] = [];
  const reads = onlyReads(subject);
  let used = false;
  const expectSuccess = async (who: string, as: PersonName, credentials: Credentials) => {
    // A read leaves what the Owner made as it is: only those who see their own alone need one of their own.
    if (reads && (await passes(subject, owners, credentials, who)).length === 0) return;
    const own = as === "owner" && !used ? owners : await inputFor(subject, stageFor(service, as));
    used ||= as === "owner";
    found.push(...(await passes(subject, own, credentials, who)));
    if (example.alone) await quiet(service);
  };
  for (const name of everybody.filter((one) => mayCall(subject, one))) {
    // A Manager is tried with what the Owner made, where those below may use their own only.
    const as = name === "manager" && (example.owned || (access.scope === "team" && access.or)) ? "owner" : name;
    await expectSuccess(name, as, byKey(service.keys[name]));
  }
  if (access.scope === "organization") return found;
  if (reads && !isSecret(endpoint)) await expectSuccess("the Owner's key that only reads", "owner", byKey(readingKey));
  // Keys of one team, keys of all teams and sessions are doors to the same room.
  if (!example.twoTeams) await expectSuccess("the Owner's key of this team", "owner", byKey(ownKey));
  if (mayCall(subject, "member")) await expectSuccess("the Member's session", "member", memberSession);
  return found;
}

/** The parameter that says whom a call is about, where people may do to themselves what they may not do to others. */
const selfOf = ({ endpoint: { access } }: Subject) => ("self" in access ? access.self : undefined);

describe.each(subjectsOfLanding.filter((subject) => selfOf(subject) !== undefined))("$title", (subject) => {
  const self = selfOf(subject) as string;
  const about = (input: Input, id: string): Input => ({ ...input, params: { ...(input.params as object), [self]: id } });

  it("is open to whom it is about, whatever their role, by a key of all their teams or a session", async () => {
    const stage = stageFor(service);
    const person = await memberOf(stage, "team:clarity-member");
    const input = about(await inputFor(subject, stage), person.id);
    expect(await passes(subject, input, byKey(person.key), "a Clarity member, about themselves")).toEqual([]);
    const { id, credentials } = await newcomer(service);
    expect(await passes(subject, about(input, id), credentials, "a Member's session, about themselves")).toEqual([]);
  });

  it("is hidden from outsiders, about themselves too", async () => {
    const input = await inputFor(subject, stageFor(service));
    expect(await refused(subject, about(input, service.ids.stranger), byKey(service.keys.stranger), "not_found", "a stranger")).toEqual([]);
  });
});

describe.each(subjectsOfLanding.filter((s) => s.endpoint.access.scope === "public"))("$title, which needs no key,", ({ endpoint }) => {
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
    await quiet(service);
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

  it("is guarded in every spelling that leads there", async () => {
    const headers = { origin: "https://evil.example", ...byKey(service.keys.owner), "content-type": "application/json" };
    const path = endpoint.path.replaceAll(/\{\w+\}/g, randomUUID());
    for (const spelt of [
      path.replace("v", "%76"),
      path.replace(/[a-z](?=\w*$)/, coded),
      `http://elsewhere.example${path}`,
      `${path}#part`,
    ]) {
      const answer = await send(service.url, { method: endpoint.method, path: spelt, headers, body: writes ? "{}" : undefined });
      if (writes) expect({ status: answer.status, code: codeOf(answer) }, spelt).toEqual({ status: 403, code: "forbidden" });
      expect(answer.headers["access-control-allow-origin"], spelt).toBeUndefined();
      expect(faults(answer, endpoint), spelt).toEqual([]);
    }
  });

  // Events of other services have contents; everything else is a few fields.
  const most = endpoint.name === "receiveWebhook" ? 262_144 : 16_384;
  it(`takes ${most / 1024} KB at most`, async () => {
    if (!writes) return;
    const over = await ask({}, `{"zz":"${"a".repeat(most - 8)}"}`);
    expect({ status: over.status, code: codeOf(over) }).toEqual({ status: 413, code: "payload_too_large" });
    expect(codeOf(await ask({}, `{"zz":"${"a".repeat(most - 9)}"}`))).not.toBe("payload_too_large");
  });
});

/** A character as its percent code. */
function coded(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}
