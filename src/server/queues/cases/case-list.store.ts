import { createHash } from "node:crypto";
import { Case } from "#contract/queues/case.ts";
import { knowsWords } from "#server/platform/db/known-words.ts";
import type { Store } from "#server/platform/db/open.ts";
import { parameters } from "#server/platform/db/parameters.ts";
import type { TotalCache } from "#server/platform/db/total-cache.ts";
import type { Selection } from "./case-conditions.ts";
import { type CaseOrder, pageSql } from "./case-pages.ts";
import { type CaseRow, caseColumns, caseSql } from "./case-record.ts";
import { snippetOf } from "./case-snippet.ts";
import { type Matches, countedScope, findMatches, heldMatches, versionSum } from "./case-totals.store.ts";

export interface CasePage {
  cases: Case[];
  total: number;
  next: string | null;
}

interface WrittenPage extends Omit<CasePage, "cases"> {
  readonly cases: string;
  readonly known: boolean;
}
const knowsAll = knowsWords(Case, "w");

/** A page as the service itself reads it. */
export async function listCasePage(store: Store, cache: TotalCache<Matches>, selection: Selection, order: CaseOrder): Promise<CasePage> {
  const rows = await read<CaseRow & { total: number; place?: string }>(
    store,
    cache,
    selection,
    order,
    ({
      before,
      version,
      total,
      cases,
    }) => `${before} select ${version} as version, t.total, p.* from (${total}) t left join (${cases}) p on true
      order by p.sort_key ${order.sort_order}, p.id ${order.sort_order}`,
  );
  const found = rows.filter((row) => row.id !== null);
  const last = found.at(-1);
  return {
    cases: found.map(({ version: _v, total: _t, sort_key: _s, place: _p, ...row }) => withSnippet(row, selection.search)),
    total: rows[0]?.total ?? 0,
    next: last && found.length === order.limit ? `${last.place ?? last.sort_key}_${last.id}` : null,
  };
}

/** A page as JSON that the store has written. What a search shows of `data` is not in it. */
export async function writeCasePage(
  store: Store,
  cache: TotalCache<Matches>,
  selection: Selection,
  order: CaseOrder,
): Promise<WrittenPage> {
  const { sort_by, sort_order, limit } = order;
  const place = sort_by === "postponed_to" ? "coalesce(w.postponed_to, 'infinity')" : `w.${sort_by}`;
  const [page] = await read<WrittenPage>(
    store,
    cache,
    selection,
    order,
    ({ before, version, total, cases }) => `${before} select ${version} as version, t.total, p.* from (${total}) t,
    (select coalesce(json_agg(to_json(w)), '[]')::text as cases, ${knowsAll} as known, (array_agg(${place} || '_' || w.id))[${limit}] as next
      from (select ${caseColumns} from (${cases}) p order by p.sort_key ${sort_order}, p.id ${sort_order}) w) p`,
  );
  return page ?? noCases;
}
const noCases: WrittenPage = { cases: "[]", known: true, total: 0, next: null };

/** The data of one page, in its order. */
export async function listCaseData(store: Store, cache: TotalCache<Matches>, selection: Selection, order: CaseOrder) {
  const page = await countedPage(store, cache, selection, order);
  if (!page) return { rows: [], next: null };
  // What a page shares with its total names the values of both.
  const text = `${page.before} select c.data, h.id, h.sort_key from (${page.rows}) h join cases c on c.id = h.id, (${page.total}) t
    order by h.sort_key ${order.sort_order}, h.id ${order.sort_order}`;
  const { rows } = await store.pool.query<{ data: string; id: string; sort_key: string }>({ text, values: page.values, name: "" });
  const last = rows.at(-1);
  return { rows: rows.map(({ data }) => data), next: last && rows.length === order.limit ? `${last.sort_key}_${last.id}` : null };
}

/** A page, its exact total and, where that was counted before, the version that it holds for. */
type Page = ReturnType<typeof pageOf>;

/** A page in one statement where its total can be counted in it, or was counted before and still holds: at least one row, or no case fits. */
async function read<Row extends object>(
  store: Store,
  cache: TotalCache<Matches>,
  selection: Selection,
  order: CaseOrder,
  textOf: (page: Page) => string,
): Promise<(Row & { version: number | null })[]> {
  const ask = async (page: Page) => {
    const text = textOf(page);
    const name = planName(selection, order, text);
    return (await store.pool.query<Row & { version: number | null }>({ text, values: page.values, name })).rows;
  };
  const held = countedScope(selection) ? undefined : await heldMatches(cache, selection);
  const rows = held && held.total.total > 0 ? await ask(pageOf(selection, order, held.total, true)) : [];
  if (held && rows[0]?.version === held.version) return rows;
  const page = await countedPage(store, cache, selection, order);
  return page ? ask(page) : [];
}

/** The page once its total is known, unless a counter has that. Undefined where no case fits. */
async function countedPage(store: Store, cache: TotalCache<Matches>, selection: Selection, order: CaseOrder): Promise<Page | undefined> {
  const matches = countedScope(selection) ? undefined : await findMatches(store, cache, selection);
  return matches?.total === 0 ? undefined : pageOf(selection, order, matches);
}

function pageOf(selection: Selection, order: CaseOrder, matches: Matches | undefined, held = false) {
  const p = parameters();
  const { before = "", total, rows } = pageSql(selection, order, countedScope(selection), matches, p);
  const placed = order.field !== undefined;
  const cases = caseSql(`select c.*, h.sort_key${placed ? ", h.place" : ""} from (${rows}) h join cases c on c.id = h.id`, { placed });
  const version = held ? `(${versionSum(selection, p)})` : "null::bigint";
  return { before, version, total, rows, cases, values: p.values };
}

/** Statements whose plan a connection keeps, by their text. No more than this many: each takes memory of each connection. */
const planNames = new Map<string, string>();
const maxPlans = 64;

/**
 * The name of a plan that is kept, where it is the same whatever the values; planning takes longer than such a page does. Empty: to be planned
 * with its values, since what is best for a young date or a rare word is not for a common one. A date that the page is sorted by is where its
 * index begins, whatever it is. With a label an index has dates and order alike.
 */
function planName(
  {
    search,
    labels,
    created_at_from,
    created_at_before,
    updated_at_from,
    completed_at_from,
    completed_at_before,
    failure,
    fields,
  }: Selection,
  { sort_by, field }: CaseOrder,
  text: string,
): string {
  const otherDate = created_at_before || (created_at_from && sort_by !== "created_at") || (updated_at_from && sort_by !== "updated_at");
  if (
    field ||
    search ||
    completed_at_from ||
    completed_at_before ||
    failure ||
    fields.length > 0 ||
    (labels.length > 0 ? sort_by === "postponed_to" : otherDate)
  )
    return "";
  const known = planNames.get(text);
  if (known || planNames.size >= maxPlans) return known ?? "";
  // Of the text: behind a pooler another process may meet what this one prepared.
  const name = `case-page-${createHash("sha256").update(text).digest("base64url")}`;
  planNames.set(text, name);
  return name;
}

function withSnippet(found: Case, search: string | undefined): Case {
  const snippet = search && snippetOf(found.data, search);
  return snippet ? { ...found, search_match_data_snippet: snippet } : found;
}
