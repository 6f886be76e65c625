import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "#contract/dashboards/page.ts";
import { examplePage } from "#server/gates/stage/dashboards.ts";
import { startService, type TestService } from "#server/testing/service.ts";
import { carryOut } from "./turn-call.ts";
import type { TurnReader } from "./turn-reading.ts";
import type { TurnCall } from "./turn-tools.ts";

let service: TestService;
let reader: TurnReader;
beforeAll(async () => {
  service = await startService();
  reader = {
    db: service.app.services.store.db,
    viewer: { teamId: service.teamId, userId: service.ids.owner, role: "team:owner" },
  };
});
afterAll(() => service.close());

const page: Page = structuredClone(examplePage);
const query = { name: "q", source: "runs", measures: ["count"], by: ["agent"], filters: [] };
const block = { id: "b", type: "bars", title: "Runs by agent", width: 6, query: "q" };

it.each<[TurnCall, object, string]>([
  ["put_block", { block: { ...block, type: "pie" }, queries: [query] }, "block.type: "],
  ["put_block", { block: { ...block, width: 5 }, queries: [query] }, "block.width: Use one of: 3, 4, 6, 8, 12"],
  ["put_block", { block: { ...block, onclick: "alert()" }, queries: [query] }, "Unknown field: onclick"],
  ["put_block", { block }, "There is no query q. Give it in `queries` of the same call"],
  [
    "put_block",
    { block, queries: [{ ...query, measures: ["happiness"] }] },
    "“happiness” is no measure of runs. Use one of: count, completed",
  ],
  ["put_block", { block, queries: [{ ...query, by: ["queue", "queue"] }] }, "Name queue once"],
  [
    "put_block",
    { block, queries: [{ ...query, filters: [{ by: "agent", kind: "is", values: ["Mine"] }] }] },
    "Use the id of an agent, not its name",
  ],
  ["put_block", { block: { ...block, type: "lines" }, queries: [query] }, "Lines show time: add “time” to `by` of q, or use bars"],
  ["put_block", { block: { ...block, type: "heat" }, queries: [query] }, "A heat block has two dimensions"],
  ["put_block", { block, queries: [{ ...query, measures: ["count", "failed"] }] }, "A block of bars shows one measure, and q has 2."],
  ["put_block", { block, queries: [{ ...query, by: [] }] }, "The query q is one figure"],
  ["put_block", { block, queries: [query, { ...query, name: "r" }] }, "The block does not use r. Leave it out"],
  ["put_block", { block, queries: [query, query] }, "Two queries are called q"],
  ["put_block", { block: { ...block, query: "runs" }, queries: [{ ...query, name: "runs" }] }, "The query runs is used by figures too"],
  ["put_block", { block, queries: [query], before: "none" }, "There is no other block “none” to put it before"],
  [
    "put_block",
    { block: { id: "t", type: "text", title: "Text", width: 12, pieces: [{ words: "12 runs failed" }] } },
    "Bind figures to a query: digits in words go out of date",
  ],
  [
    "put_block",
    { block: { id: "s", type: "stats", title: "S", width: 12, figures: [{ query: "runs", measure: "failed", label: "Failed" }] } },
    "The query runs has no failed. It has: count",
  ],
  ["set_page", { zone: "Mars/Base" }, "zone: "],
  ["set_page", { parameters: [] }, "The page has no parameter “agent”"],
  ["set_page", { html: "<script>" }, "Unknown field: html"],
  ["move_block", { id: "none" }, "The page has no block “none”. It has: figures, days"],
  ["remove_block", { id: "none" }, "The page has no block “none”. It has: figures, days"],
  ["try_query", { query: { ...query, source: "secrets" } }, "query.source: Use one of: runs, cases, flow, schedules"],
  ["try_query", { query: { ...query, source: "cases", by: ["field.rule"] } }, 'Add a filter { by: "queue"'],
  [
    "list_sources",
    { queue_id: "00000000-0000-4000-8000-000000000000" },
    "There is no queue 00000000-0000-4000-8000-000000000000 in this team",
  ],
  ["look_at_page", { deeper: true }, "Unknown field: deeper"],
])("%s with %j says what to do instead, and changes nothing", async (name, given, says) => {
  await expect(carryOut[name](reader, page, given)).rejects.toThrow(says);
  expect(page).toEqual(examplePage);
});

it("keeps the queries of other blocks, and drops those that no block uses", async () => {
  const { page: put } = await carryOut.put_block(reader, page, { block, queries: [query], before: "days" });
  expect(put.blocks.map(({ id }) => id)).toEqual(["figures", "b", "days"]);
  const { page: removed } = await carryOut.remove_block(reader, put, { id: "b" });
  expect(removed).toEqual(examplePage);
});
