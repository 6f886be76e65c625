import type { ExportColumns } from "#contract/export.ts";
import type { Cell } from "#contract/list.ts";
import type { Case } from "#contract/queues/case.ts";
import { dataCell, entriesOf, headOf, maxDataColumns, otherData } from "#contract/queues/case-data-columns.ts";
import type * as contract from "#contract/queues/case-export.ts";
import { caseHeads } from "#contract/queues/case-export.ts";
import { pageAfterPage } from "#server/platform/db/portions.ts";
import { totalCaches } from "#server/platform/db/total-cache.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { findQueue } from "#server/queues/queues/queues.store.ts";
import { findQueueSchema } from "#server/queues/schemas/case-schemas.store.ts";
import { selectionOf } from "./case-conditions.ts";
import { type CasePage, listCaseData, listCasePage } from "./case-list.store.ts";
import type { Matches } from "./case-totals.store.ts";

const matchesOf = totalCaches<Matches>();

export const caseExportHandlers: Handlers<typeof contract> = {
  async exportCases({ params: { queue_id: id }, body }, { db, store }) {
    const { filters = {}, search, sort_by = "created_at", sort_order = "desc", columns } = body;
    const [queue, declared] = await Promise.all([findQueue(db, id), findQueueSchema(db, id)]);
    if (!queue) throw refuse("not_found");
    const selection = await selectionOf(db, id, { ...filters, search });
    const order = { limit: 100, offset: 0, sort_by, sort_order };
    const read = async (after?: string) => pageOf(await listCasePage(store, matchesOf(store), selection, { ...order, after }));
    const first = await read();
    const data = async (after?: string) => listCaseData(store, matchesOf(store), selection, { ...order, after });
    const instead = async () => dataColumns(declared?.schema?.properties ?? {}, pageAfterPage(await data(), data));
    const keyed = columns && !columns.includes("data") ? {} : { instead };
    return { name: fileName(queue.name), total: first.total, pages: pageAfterPage(first, read), ...keyed };
  },
};

const pageOf = ({ cases, total, next }: CasePage) => ({ rows: cases, total, next });

/** The fields of the schema, then the other keys as they are first met. None where no data is an object: it has its one column. */
async function dataColumns(fields: object, pages: AsyncIterable<readonly string[]>): Promise<ExportColumns<Case>> {
  const heads = new Map<string, string>();
  const add = (key: string) => {
    const head = heads.has(key) || heads.size >= maxDataColumns ? undefined : headOf(key, caseHeads);
    if (head !== undefined) heads.set(key, head);
  };
  Object.keys(fields).forEach(add);
  for await (const texts of pages) {
    for (const text of texts) for (const key of entriesOf(text)?.keys() ?? []) add(key);
    if (heads.size >= maxDataColumns) break;
  }
  if (heads.size === 0) return {};
  const cells = cellsBy(new Set(heads.keys()));
  const columns = [...heads].map(([key, head]) => [head, (one: Case) => cells(one).get(key) ?? null] as const);
  return { data: Object.fromEntries([...columns, [otherData, (one: Case) => cells(one).get(rest) ?? null]]) };
}

const rest = Symbol("rest");

/** What is said of the data of a case by column; the columns of one are asked for one after the other. */
function cellsBy(keys: ReadonlySet<string>): (one: Case) => ReadonlyMap<string | typeof rest, Cell> {
  let last: { readonly one: Case; readonly cells: ReadonlyMap<string | typeof rest, Cell> } | undefined;
  return (one) => {
    if (last?.one !== one) last = { one, cells: cellsOf(one.data, keys) };
    return last.cells;
  };
}

function cellsOf(data: string, keys: ReadonlySet<string>): ReadonlyMap<string | typeof rest, Cell> {
  const entries = entriesOf(data);
  if (!entries) return new Map([[rest, data]]);
  const cells = new Map<string | typeof rest, Cell>();
  const others: string[] = [];
  for (const [key, written] of entries) {
    const cell = keys.has(key) ? dataCell(written) : undefined;
    if (cell === undefined) others.push(`${JSON.stringify(key)}:${written}`);
    else cells.set(key, cell);
  }
  if (others.length > 0 || entries.size === 0) cells.set(rest, { bare: `{${others.join(",")}}` });
  return cells;
}

/** Without what file systems refuse. */
function fileName(queue: string): string {
  return queue.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "") || "cases";
}
