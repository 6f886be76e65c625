import { createHash } from "node:crypto";
import type { Case } from "#contract/queues/case.ts";
import type { Store } from "#server/platform/db/open.ts";
import { parameters } from "#server/platform/db/parameters.ts";
import type { TotalCache } from "#server/platform/db/total-cache.ts";
import type { Selection } from "./case-conditions.ts";
import { type CaseOrder, pageSql } from "./case-pages.ts";
import { type CaseRow, caseSql, toCase } from "./case-record.ts";
import { snippetOf } from "./case-snippet.ts";
import { type Matches, countedScope, findMatches } from "./case-totals.store.ts";

export interface CasePage {
  cases: Case[];
  total: number;
  next: string | null;
}

/** One page of a queue's cases and the exact total. One statement, unless a total has to be known that no counter has. */
export async function listCasePage(store: Store, cache: TotalCache<Matches>, selection: Selection, order: CaseOrder): Promise<CasePage> {
  const counted = countedScope(selection);
  const matches = counted ? undefined : await findMatches(store, cache, selection);
  if (matches?.total === 0) return { cases: [], total: 0, next: null };
  const p = parameters();
  const page = pageSql(selection, order, counted, matches, p);
  const rows = `select c.*, h.sort_key from (${page.rows}) h join cases c on c.id = h.id`;
  const text = `${page.before ?? ""} select t.total, p.* from (${page.total}) t left join (${caseSql(rows)}) p on true
    order by p.sort_key ${order.sort_order}, p.id ${order.sort_order}`;
  const answer = await store.pool.query<CaseRow & { total: number }>({ text, values: p.values, name: planName(selection, order, text) });
  const found = answer.rows.filter((row) => row.id !== null);
  const last = found.at(-1);
  return {
    cases: found.map(({ total: _, ...row }) => withSnippet(toCase(row), selection.search)),
    total: answer.rows[0]?.total ?? 0,
    next: last && found.length === order.limit ? `${last.sort_key}_${last.id}` : null,
  };
}

/** Statements whose plan a connection keeps, by their text. No more than this many: each takes memory of each connection. */
const planNames = new Map<string, string>();
const maxPlans = 64;

/**
 * The name of a plan that is kept, where it is the same whatever the values; planning takes longer than such a page does. Empty: to be planned
 * with its values, since what is best for a young date or a rare word is not for a common one. A date that the page is sorted by is where its
 * index begins, whatever it is. With a label an index has dates and order alike.
 */
function planName({ search, labels, created_at_from, updated_at_from }: Selection, { sort_by }: CaseOrder, text: string): string {
  const otherDate = (created_at_from && sort_by !== "created_at") || (updated_at_from && sort_by !== "updated_at");
  if (search || (labels.length > 0 ? sort_by === "postponed_to" : otherDate)) return "";
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
