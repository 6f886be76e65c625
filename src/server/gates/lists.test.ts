import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { $ZodType } from "#contract/zod.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { newId } from "#server/platform/db/columns.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { type Statement, watched } from "#server/testing/watched-store.ts";
import { inputFor, subjects } from "./examples.ts";
import { credentialsFor } from "./newcomer.ts";
import { send, wireOf } from "./wire.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** The rows that a list shows: copies of the last one come and go while the list is read. What a copy needs of its own stands beside the table. */
const tables: Record<string, readonly [table: string, own?: Record<string, () => unknown>]> = {
  listAgents: ["agents"],
  listAgentRevisions: ["revisions", { status: () => "draft", revision_number: () => next() }],
  listAutomations: ["automations"],
  listAutomationRevisions: ["automation_revisions", { status: () => "draft", revision_number: () => null }],
  listQueues: ["queues", { name: () => newId() }],
  listQueueLabels: ["queue_labels", { value: () => newId() }],
  listCaseViews: ["list_views", { name: () => newId() }],
  listListViews: ["list_views", { name: () => newId() }],
};

let last = 1000;
const next = () => ++last;

const lists = subjects.filter(
  ({ endpoint }) => endpoint.method === "GET" && "total" in shapeOf(endpoint.reply) && "offset" in shapeOf(endpoint.query),
);
/** The fields of an object; of anything else none. */
function shapeOf(schema: $ZodType | undefined): object {
  return (schema?._zod.def as { shape?: object } | undefined)?.shape ?? {};
}

it("covers lists whose rows one table makes", () => {
  expect(lists.map(({ endpoint }) => endpoint.name)).toEqual(expect.arrayContaining(Object.keys(tables)));
});

describe.each(lists.filter(({ endpoint }) => endpoint.name in tables))("$title", (subject) => {
  it("counts the rows of the moment in which it reads them", async () => {
    const { endpoint } = subject;
    const { params } = await inputFor(subject, stageFor(service));
    await makeOne(endpoint.name.replace(/^list(Agent)?(.*)s$/, (_, agent = "", noun = "") => `create${noun || agent}`));
    const { queue_id: place_id = service.teamId } = params as { queue_id?: string };
    const place = { team_id: service.teamId, place_id, ...(params as object) };
    const [table = "", own = {}] = tables[endpoint.name] ?? [];
    const { rows } = await service.pool.query<{ row: object }>(`select to_jsonb(t) as row from ${table} t order by t.id desc limit 1`);
    const wire = wireOf(endpoint, { params, query: { limit: 100 } }, credentialsFor(endpoint, service, undefined));
    const row = { ...rows[0]?.row, ...Object.fromEntries(Object.entries(place).filter(([key]) => key in (rows[0]?.row ?? {}))) };
    const copies = () => Array.from({ length: 3 }, () => ({ ...row, id: newId(), ...made(own) }));
    const stop = new AbortController();
    const writing = (async () => {
      while (!stop.signal.aborted) {
        const batch = copies();
        await service.pool.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [
          JSON.stringify(batch),
        ]);
        await service.pool.query(`delete from ${table} where id = any($1)`, [batch.map(({ id }) => id)]);
      }
    })();
    const wrong: string[] = [];
    const totals = new Set<number>();
    for (let i = 0; i < 40; i++) {
      const { status, body } = await send(service.url, wire);
      const { total, ...rest } = body as { total: number };
      const shown = Object.values(rest).find((value) => Array.isArray(value)) as unknown[] | undefined;
      totals.add(total);
      if (status !== 200 || shown?.length !== Math.min(total, 100)) wrong.push(`${status}: ${shown?.length} rows, total ${total}`);
    }
    stop.abort();
    await writing;
    expect(wrong).toEqual([]);
    expect(Math.max(...totals)).toBeGreaterThan(0);
  });
});

/** Whose rows come with the service, or stand in the order of a document that is read with them. */
const inCode = new Set(["listIntegrations", "listClarityExtraCaptureRequests"]);
/** A page like no other: the statement that reads it is known by where it starts, and by how many rows it takes or where it ends. */
const odd = { limit: 7, offset: 41 };
const readsOddPage = ({ text, values }: Statement) => {
  const numbers = new Set([...values.map(String), ...(text.match(/(?<!\$)\b\d+\b/g) ?? [])]);
  return numbers.has(String(odd.offset)) && [odd.limit, odd.limit + odd.offset].some((end) => numbers.has(String(end)));
};

it.each(lists)("$title reads its page and its total in one snapshot", async (subject) => {
  const { endpoint } = subject;
  const { params, query } = await inputFor(subject, stageFor(service));
  // Whoever is in several teams has to say which, and runs of a step are those of one.
  const { team_id, step_id } = (query ?? {}) as { team_id?: string; step_id?: string };
  const of = { ...(team_id && { team_id }), ...(step_id && { step_id }) };
  const wire = wireOf(endpoint, { params, query: { ...of, ...odd } }, credentialsFor(endpoint, service, undefined));
  const { result, statements } = await watched(() => send(service.url, wire));
  expect(result.status).toBe(200);
  const pages = statements.filter(readsOddPage);
  expect(pages.length > 0).toBe(!inCode.has(endpoint.name));
  // One statement is a snapshot of its own.
  expect(pages.filter(({ text, inSnapshot }) => !inSnapshot && !/\btotal\b/.test(text))).toEqual([]);
});

/** A row to make copies of, by the example of the operation that creates one. */
async function makeOne(name: string): Promise<void> {
  const subject = subjects.find(({ endpoint }) => endpoint.name === name);
  if (!subject) throw new Error(`There is no ${name}: the list's rows are made by another operation.`);
  const input = await inputFor(subject, stageFor(service));
  await send(service.url, wireOf(subject.endpoint, input, credentialsFor(subject.endpoint, service, undefined)));
}

function made(own: Record<string, () => unknown>): object {
  return Object.fromEntries(Object.entries(own).map(([key, value]) => [key, value()]));
}
