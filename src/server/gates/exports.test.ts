import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportAgents } from "#contract/agents/agent-export.ts";
import { createAgent } from "#contract/agents/agents.ts";
import { exportAuditEntries, listAuditEntries } from "#contract/audit/audit.ts";
import type { EndpointSpec } from "#contract/endpoint.ts";
import { allEndpoints } from "#contract/index.ts";
import { exportFiles } from "#contract/library/file-export.ts";
import { updateFileContent } from "#contract/library/files.ts";
import { exportCases } from "#contract/queues/case-export.ts";
import { createCases } from "#contract/queues/cases.ts";
import { exportQueues } from "#contract/queues/queue-export.ts";
import { replaceQueueJsonSchema } from "#contract/queues/queue-json-schema.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { exportRuns } from "#contract/runs/run-export.ts";
import { exportOrgInsights } from "#contract/teams/insights.ts";
import { exportTeamMembers } from "#contract/teams/members.ts";
import { exportOrganizationMembers } from "#contract/teams/organization-members.ts";
import { z } from "#contract/zod.ts";
import { agentWith, scripted, startRunOf } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";

const most = 3;
const formula = "=1+1";
let service: TestService;
let params: { teamId: string };
let queue_id: string;
let agentId: string;
/** An organization of the owner's, in whose log nothing is but what the test makes. */
const [orgId, teamOfLog] = [randomUUID(), randomUUID()];
/** Another one, which has no team yet. */
const counted = randomUUID();
/** An entry comes a moment after what it tells of. */
async function entered(name: string): Promise<void> {
  const names = async () => (await service.ok(listAuditEntries, { params: { orgId }, query: {} })).entries.map(({ object }) => object.name);
  await expect.poll(names).toContain(name);
}

beforeAll(async () => {
  service = await startService({ env: { EXPORT_ROWS: String(most) } });
  params = { teamId: service.teamId };
  queue_id = (await service.ok(createQueue, { params, body: { name: formula } })).queue.id;
  await service.pool.query("insert into organizations (id, name) values ($1, 'Log')", [orgId]);
  await service.pool.query("insert into teams (id, organization_id, name) values ($1, $2, 'Log')", [teamOfLog, orgId]);
  await service.pool.query("insert into organization_members (organization_id, user_id, role) values ($1, $2, 'organization:admin')", [
    orgId,
    service.ids.owner,
  ]);
  await service.pool.query("insert into organizations (id, name) values ($1, 'Counted')", [counted]);
  await service.pool.query("insert into organization_members (organization_id, user_id, role) values ($1, $2, 'organization:admin')", [
    counted,
    service.ids.owner,
  ]);
  agentId = (await agentWith(service, scripted("say done"))).id;
});
afterAll(() => service.close());

interface List {
  readonly endpoint: EndpointSpec;
  readonly place: () => object;
  /** Adds a row of this name. */
  readonly add: (name: string) => Promise<unknown>;
  /** How many rows there are before. */
  readonly has: number;
  /** Filters that leave the row of a name. */
  readonly only: (name: string) => object;
  readonly column: string;
}

const lists: readonly List[] = [
  {
    endpoint: exportAuditEntries,
    place: () => ({ params: { orgId } }),
    add: async (name) => {
      await service.ok(createAgent, { params: { teamId: teamOfLog }, body: { name } });
      await entered(name);
    },
    has: 0,
    only: (name) => ({ search: name.replaceAll(/\W+/g, " ").trim() }),
    column: "object",
  },
  {
    endpoint: exportOrgInsights,
    place: () => ({ params: { orgId: counted } }),
    add: (name) => service.pool.query("insert into teams (id, organization_id, name) values (gen_random_uuid(), $1, $2)", [counted, name]),
    has: 0,
    only: (search) => ({ search }),
    column: "team",
  },
  {
    endpoint: exportOrganizationMembers,
    place: () => ({ params: { orgId: counted } }),
    add: (name) =>
      service.pool.query(
        `with made as (insert into users (id, name, email) values (gen_random_uuid(), $2, gen_random_uuid() || '@example.com') returning id)
         insert into organization_members (organization_id, user_id, role) select $1, id, 'organization:member' from made`,
        [counted, name],
      ),
    has: 1,
    only: (search) => ({ search }),
    column: "name",
  },
  {
    endpoint: exportTeamMembers,
    place: () => ({ params: { teamId: teamOfLog } }),
    add: (name) =>
      service.pool.query(
        `with made as (insert into users (id, name, email) values (gen_random_uuid(), $2, gen_random_uuid() || '@example.com') returning id)
         insert into team_members (team_id, user_id, role) select $1, id, 'team:member' from made`,
        [teamOfLog, name],
      ),
    has: 1,
    only: (search) => ({ search }),
    column: "name",
  },
  {
    endpoint: exportAgents,
    place: () => ({ params }),
    add: (name) => service.ok(createAgent, { params, body: { name } }),
    has: 1,
    only: (search) => ({ search }),
    column: "name",
  },
  {
    endpoint: exportQueues,
    place: () => ({ params }),
    add: (name) => service.ok(createQueue, { params, body: { name: `${name} again` } }),
    has: 1,
    only: (name) => ({ search: `${name} again` }),
    column: "name",
  },
  {
    endpoint: exportFiles,
    place: () => ({ params }),
    add: (name) => service.ok(updateFileContent, { params: { ...params, path: `${name}.csv` }, body: { content: "a" } }),
    has: 0,
    only: (search) => ({ search }),
    column: "name",
  },
  {
    endpoint: exportCases,
    place: () => ({ params: { queue_id } }),
    add: (title) => service.ok(createCases, { params: { queue_id }, body: { case: { title, data: `${title}\n"two" lines` } } }),
    has: 0,
    only: (name) => ({ search: name.replaceAll(/\W+/g, " ").trim() }),
    column: "title",
  },
  {
    endpoint: exportRuns,
    place: () => ({ params }),
    add: (message) => startRunOf(service, agentId, { message }),
    has: 0,
    only: (name) => ({ search: name.replaceAll(/\W+/g, " ").trim() }),
    column: "title",
  },
];

it("covers every list that leaves as a file", () => {
  const exporting = allEndpoints.filter((endpoint) => endpoint.exports).map(({ name }) => name);
  expect(lists.map(({ endpoint }) => endpoint.name).toSorted()).toEqual(exporting.toSorted());
});

describe.each(lists)("$endpoint.name", ({ endpoint, place, add, has, only, column }) => {
  const ask = (body: object) => service.call<EndpointSpec>(endpoint, { ...place(), body });
  const textOf = async (body: object) => String((await ask(body)).ok);
  const linesOf = (text: string) => text.split("\r\n").slice(0, -1);

  it("sends what the filters leave, with a mark for spreadsheets, and no formula", async () => {
    await add(`${formula} first`);
    const answer = await ask({});
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": expect.stringMatching(/^attachment; filename=".*\d{4}-\d\d-\d\d\.csv"/) as string,
      "cache-control": "no-store",
    });
    const text = String(answer.ok);
    const heads = Object.values(endpoint.exports ?? {}).flatMap(Object.keys);
    expect(text.startsWith(`\uFEFF${heads.join(",")}\r\n`)).toBe(true);
    expect(linesOf(text)).toHaveLength(has + 2);
    expect(text).toContain(`'${formula} first`);
    expect(text).not.toMatch(/(^|,|\n|")=1/);
    expect(linesOf(await textOf(only(`${formula} first`)))).toHaveLength(2);
    expect(linesOf(await textOf({ search: "Nothing has this name" }))).toEqual([`\uFEFF${heads.join(",")}`]);
  });

  it("sends the columns that are asked for, and as JSON the rows of the API", async () => {
    const [, cells = {}] = Object.entries(endpoint.exports ?? {}).find(([name]) => name === column) ?? [];
    expect(linesOf(await textOf({ columns: [column] }))[0]).toBe(`\uFEFF${Object.keys(cells).join(",")}`);
    const { ok, headers } = await ask({ format: "json" });
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(z.parse(z.array(endpoint.reply).length(has + 1), JSON.parse(String(ok)))).toBeTruthy();
    expect(JSON.parse(await textOf({ format: "json", search: "Nothing has this name" }))).toEqual([]);
  });

  it("says before anything is sent that one file does not take them all", async () => {
    for (let rows = has + 1; rows <= most; rows++) await add(`More ${rows}`);
    const { error, status } = await ask({});
    expect([status, error?.error, error?.message]).toEqual([
      409,
      "too_many",
      "One file takes 3 rows, and this list has more. Narrow its filters.",
    ]);
    expect(linesOf(await textOf(only(`${formula} first`)))).toHaveLength(2);
  });
});

describe("data of cases in columns", () => {
  const queueWith = async (data: readonly string[]) => {
    const { queue } = await service.ok(createQueue, { params, body: { name: `Invoices ${randomUUID()}` } });
    for (const [at, one] of data.entries())
      await service.ok(createCases, { params: { queue_id: queue.id }, body: { case: { title: `Case ${at}`, data: one } } });
    return { queue_id: queue.id };
  };
  const linesOf = async (of: { queue_id: string }, body = {}) => {
    const file = await service.ok(exportCases, { params: of, body: { columns: ["title", "data"], sort_order: "asc", ...body } });
    return file.split("\r\n").map((line) => line.replace(/^[-0-9a-f]{36},/, ""));
  };

  it("has one for each key as they are met, and the rest in the last", async () => {
    const of = await queueWith([
      `{ "amount": 12.50, "title": "=Evil", "lines": [ 1, "a  b" ] }`,
      `{"paid": true, "amount": "12.50", "no;column": 1, "title": ""}`,
      "Call back",
    ]);
    expect(await linesOf(of)).toEqual([
      "\uFEFFid,title,amount,data.title,lines,paid,other_data",
      `Case 0,12.50,'=Evil,"[1,""a  b""]",,`,
      `Case 1,"12.50","",,true,"{""no;column"":1}"`,
      "Case 2,,,,,Call back",
      "",
    ]);
    expect((await linesOf(of, { search: "call" }))[0]).toBe("\uFEFFid,title,data");
    expect((await linesOf(of, { columns: ["title"] }))[0]).toBe("\uFEFFid,title");
  });

  it("begins with the fields of the queue's schema", async () => {
    const of = await queueWith([`{"before": 1}`]);
    const schema = {
      type: "object",
      properties: {
        amount: { type: "number" },
        supplier: { type: "object", properties: { name: { type: "string" } }, additionalProperties: false },
      },
      additionalProperties: false,
    };
    await service.ok(replaceQueueJsonSchema, { params: of, body: { schema, change_summary: "First" } as never });
    const data = JSON.stringify({ supplier: { name: "=Evil" } });
    await service.ok(createCases, { params: of, body: { case: { title: "One", data } } });
    expect((await linesOf(of)).slice(0, 3)).toEqual([
      "\uFEFFid,title,amount,supplier,before,other_data",
      "Case 0,,,1,",
      `One,,"{""name"":""=Evil""}",,`,
    ]);
  });

  it("has no more columns than an import takes", async () => {
    const many = Array.from({ length: 250 }, (_, at) => [`key ${at}`, at]);
    const [head = "", row = ""] = await linesOf(await queueWith([JSON.stringify(Object.fromEntries(many))]));
    expect(head.split(",")).toHaveLength(203);
    expect(row).toMatch(/,199,"\{""key 200"":200,.*""key 249"":249\}"$/);
  });
});
