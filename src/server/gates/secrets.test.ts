import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needsSession } from "#contract/access.ts";
import { isSecret, successStatuses } from "#contract/endpoint.ts";
import { atLeast, atLeastInOrganization } from "#contract/roles.ts";
import { keyHash } from "#server/platform/http/caller.ts";
import { type PersonName, teamPeople } from "#server/testing/people.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { inputFor, type Subject, subjects } from "./examples.ts";
import { hasSecret } from "./secret-shapes.ts";
import { roleIn, stageFor } from "./stage/stage.ts";
import { byKey, codeOf, type Input, send, wireOf } from "./wire.ts";

// What gives access to whoever has it, by the marks of the contract: each kind of caller asks each of these operations at each door.

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** A kind of key: everything, only reading, or held by an AI client. */
const kinds = { full: {}, reading: { reads_only: true }, client: { client: "assistant.example" } } as const;
type Kind = keyof typeof kinds;

async function keyOf(name: PersonName, kind: Kind): Promise<string> {
  const key = `ck_${randomBytes(32).toString("base64url")}`;
  const { reads_only = false, client = null } = kinds[kind] as { reads_only?: boolean; client?: string };
  await service.pool.query(
    "insert into api_keys (id, user_id, name, hint, hash, reads_only, client) values ($1, $2, 'Kind', 'hint', $3, $4, $5)",
    [randomUUID(), service.ids[name], keyHash(key), reads_only, client],
  );
  return key;
}

const everybody: readonly PersonName[] = [...teamPeople, "director"];

function hasRole({ endpoint: { access } }: Subject, name: PersonName): boolean {
  if (access.scope === "organization")
    return atLeastInOrganization(name === "director" ? "organization:admin" : "organization:member", access.role);
  return access.scope !== "team" || atLeast(roleIn({ as: name }), access.role);
}

async function byRoute({ endpoint }: Subject, input: Input, key: string) {
  const answer = await send(service.url, wireOf(endpoint, input, byKey(key)));
  return { status: answer.status, code: answer.status < 400 ? "" : codeOf(answer), text: answer.text };
}

/** What a tool of its name answers, at the address that has all of them and at the one that finds them. */
async function byTools({ endpoint: { name, method } }: Subject, { params, query, body }: Input, key: string): Promise<string[]> {
  const given = { ...(params as object), ...(query as object), ...(body as object) };
  const calls = {
    "/v2/mcp": { name, arguments: given },
    "/v2/mcp/read": { name, arguments: given },
    "/v2/mcp/find": { name: method === "GET" ? "read" : "write", arguments: { name, arguments: given } },
  };
  const ask = async ([url, call]: [string, object]) => {
    const { payload } = await service.app.http.inject({
      method: "POST",
      url,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", accept: "application/json, text/event-stream" },
      payload: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call }),
    });
    return payload;
  };
  return Promise.all(Object.entries(calls).map(ask));
}

const secrets = subjects.filter(({ endpoint }) => isSecret(endpoint) && !needsSession(endpoint.access));

it("covers every operation that the contract marks, and no list is among them", () => {
  expect(secrets.length).toBeGreaterThan(10);
  expect(secrets.filter(({ endpoint }) => /^(list|search|find|export)/.test(endpoint.name)).map(({ title }) => title)).toEqual([]);
});

describe.each(secrets)("$title", (subject) => {
  it.each(everybody)("asked by %s, at each door and with each kind of key", async (name) => {
    const may = hasRole(subject, name);
    const found: string[] = [];
    for (const kind of Object.keys(kinds) as Kind[]) {
      const key = await keyOf(name, kind);
      const input = await inputFor(subject, stageFor(service, may ? name : "owner"));
      for (const payload of await byTools(subject, input, key))
        if (!payload.includes('"isError":true') || hasSecret(payload)) found.push(`${kind}, a tool: ${payload.slice(0, 300)}`);
      const { status, code, text } = await byRoute(subject, input, key);
      const isGiven = successStatuses(subject.endpoint).includes(status) && hasSecret(text);
      const isRight = may && kind === "full" ? isGiven : code === "forbidden" && !hasSecret(text);
      if (!isRight) found.push(`${kind}: ${status} ${text.slice(0, 300)}`);
    }
    expect(found).toEqual([]);
  });
});
