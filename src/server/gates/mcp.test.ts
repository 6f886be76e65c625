import { afterAll, beforeAll, expect, it } from "vitest";
import type { EndpointSpec } from "#contract/endpoint.ts";
import { fieldsOf, type IdKind, kindOf } from "#contract/ids.ts";
import { inputSchemaOf, placesOf } from "#server/mcp/input-schema.ts";
import { offered } from "#server/mcp/tools.ts";
import { readExamples } from "#server/platform/http/openapi/examples.ts";
import type { PersonName } from "#server/testing/people.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { inLanes } from "./lanes.ts";
import { subjectsOfLanding } from "./part/part.ts";
import { byKey, codeOf, type Input, send, wireOf } from "./wire.ts";

// A tool and its route are asked the same. What no example has to be set up for is enough: who may not come in hears that before anything is looked
// for, and who may hears that there is nothing, or reads.

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const all = [...offered.values()].map(({ endpoint }) => endpoint);
const taken = new Set(subjectsOfLanding.map(({ endpoint }) => endpoint.name));
const ofLanding = all.filter(({ name }) => taken.has(name));
const recorded = readExamples();
const nothing = "00000000-0000-4000-8000-0000000000ff";

/** Somebody, and whose team and membership they ask about. */
interface Asking {
  readonly who: PersonName;
  readonly about: "owner" | "neighbour";
}

const teamOf = (about: Asking["about"]) => (about === "owner" ? service.teamId : service.neighbourTeamId);

/** Of what there is without a set-up, the thing itself. */
function idFor(kind: IdKind, { about }: Asking): string {
  const there: Partial<Record<IdKind, string>> = {
    team: teamOf(about),
    organization: service.organizationId,
    person: service.ids[about],
    member: service.ids[about],
  };
  return there[kind] ?? nothing;
}
const texts: Readonly<Record<string, string>> = { list: "runs", sha256: "a".repeat(64), path: "reports/a.csv", userId: "", version: "1" };

function inputOf(endpoint: EndpointSpec, asking: Asking): Input {
  const { required = [] } = inputSchemaOf(endpoint);
  const places = placesOf(endpoint);
  const at = (place: "params" | "query") =>
    Object.fromEntries(
      required
        .filter((name) => places.get(name) === place)
        .map((name) => {
          const kind = kindOf(fieldsOf(endpoint[place])[name]);
          return [name, kind ? idFor(kind, asking) : (texts[name] ?? nothing)];
        }),
    );
  const { body } = recorded.get(endpoint.name) ?? {};
  const given = endpoint.body
    ? (JSON.parse(JSON.stringify(body ?? {}), (name, value: unknown) => (name === "team_id" ? teamOf(asking.about) : value)) as unknown)
    : undefined;
  return {
    params: at("params"),
    query: at("query"),
    ...(given !== undefined && { body: given }),
    ...(endpoint.bytes && { bytes: "text" }),
  };
}

interface Heard {
  readonly status: number;
  readonly code: string;
}

async function byRoute(endpoint: EndpointSpec, input: Input, key: string): Promise<Heard> {
  const answer = await send(service.url, wireOf(endpoint, input, byKey(key)));
  return { status: answer.status, code: answer.status < 400 ? "" : codeOf(answer) };
}

async function byTool({ name }: EndpointSpec, { params, query, body, bytes }: Input, key: string): Promise<Heard> {
  const given = { ...(params as object), ...(query as object), ...(body as object), ...(bytes !== undefined && { content: bytes }) };
  const { payload } = await service.app.http.inject({
    method: "POST",
    url: "/v2/mcp",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", accept: "application/json, text/event-stream" },
    payload: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } }),
  });
  const { result } = JSON.parse(/^data: (\{.*\})$/m.exec(payload)?.[1] ?? payload) as {
    result: { isError?: boolean; _meta: { status: number }; content: { text: string }[] };
  };
  const {
    _meta: { status },
  } = result;
  expect([name, result.isError === true]).toEqual([name, status >= 400]);
  return { status, code: result.isError ? (/\(\d+ (\w+)\)/.exec(result.content[0]?.text ?? "")?.[1] ?? "") : "" };
}

/** Both hear the same: the first by its route, the second from the tool. */
async function differences(some: readonly EndpointSpec[], first: Asking, second = first) {
  const heard = new Map<number, number>();
  const found = await inLanes(some, async (endpoint) => {
    const route = await byRoute(endpoint, inputOf(endpoint, first), service.keys[first.who]);
    const tool = await byTool(endpoint, inputOf(endpoint, second), service.keys[second.who]);
    heard.set(tool.status, (heard.get(tool.status) ?? 0) + 1);
    const same = route.status === tool.status && route.code === tool.code;
    return same
      ? []
      : [`${first.who}, ${endpoint.name}: ${route.status} ${route.code} by its route, ${tool.status} ${tool.code} as a tool`];
  });
  process.stdout.write(`mcp, ${first.who}: ${[...heard].map(([status, count]) => `${count} × ${status}`).join(", ")}\n`);
  return { found, heard };
}

it.each(["clarity", "stranger"] as const)("refuses %s as the routes do", async (who) => {
  const { found, heard } = await differences(ofLanding, { who, about: "owner" });
  expect(found).toEqual([]);
  expect(heard.get(who === "clarity" ? 403 : 404) ?? 0).toBeGreaterThan(ofLanding.length / 10);
});

it("lets a Builder read what the routes let a Builder read", async () => {
  const { found, heard } = await differences(
    ofLanding.filter(({ reads }) => reads),
    { who: "builder", about: "owner" },
  );
  expect(found).toEqual([]);
  expect(heard.get(200) ?? 0).toBeGreaterThan(ofLanding.length / 50);
});

// Both teams would make the same one of their organization.
const ofOrganization = ["createClarityProcessLabel"];

// In two teams: what was created by its route would be there already when the tool is called.
it("lets an Owner do what the routes let an Owner do", async () => {
  const { found, heard } = await differences(
    all.filter(({ name, method, reads }) => !reads && method !== "DELETE" && !ofOrganization.includes(name)),
    { who: "owner", about: "owner" },
    { who: "neighbour", about: "neighbour" },
  );
  expect(found).toEqual([]);
  expect((heard.get(200) ?? 0) + (heard.get(201) ?? 0)).toBeGreaterThan(10);
});
