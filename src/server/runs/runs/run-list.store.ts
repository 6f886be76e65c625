import { RunRow } from "#contract/runs/run.ts";
import { isoText } from "#server/platform/db/columns.ts";
import { knowsWords } from "#server/platform/db/known-words.ts";
import type { Store } from "#server/platform/db/open.ts";
import { type Parameters, parameters } from "#server/platform/db/parameters.ts";
import { type Counted, type TotalCache, cachedTotal } from "#server/platform/db/total-cache.ts";
import type { Services } from "#server/platform/http/context.ts";
import { Written } from "#server/platform/http/written.ts";
import {
  type FoundBy,
  mostByWords,
  otherConditions,
  pageSql,
  type RunQuery,
  type RunScope,
  scopeConditions,
  statusesOf,
  textConditions,
} from "./run-page.ts";
import { runWaits, workingStatuses } from "./run-waits.store.ts";

/** A row as it goes out, of a page `q` and its agents `a`. */
const wire: Record<keyof RunRow, string> = {
  id: "q.id",
  created_at: isoText("q.created_at"),
  updated_at: isoText("q.updated_at"),
  started_at: isoText("q.started_at"),
  completed_at: isoText("q.completed_at"),
  status: "q.status",
  source: "q.source",
  title: "q.title",
  run_number: "q.run_number",
  agent_id: "q.agent_id",
  agent_name: "a.name",
  build_id: "q.build_id",
  user_id: "q.user_id",
  case_queue_item_id: "q.case_queue_item_id",
  case_queue_id: "q.case_queue_id",
  // What people see, also of a queue that was deleted since.
  case_queue_name: "(select coalesce(c.revision_name, c.name) from queues c where c.id = q.case_queue_id)",
  case_title: "q.case_title",
  postponed_to: isoText("q.postponed_to"),
  submitted_prompt_count: "q.submitted_prompt_count",
  failure_message: "q.failure_message",
  eval_summaries: "q.eval_summary",
};
const wireColumns = Object.entries(wire)
  .map(([name, value]) => `${value} as ${name}`)
  .join(", ");
const knowsAll = knowsWords(RunRow, "w");

/** One page of runs and the exact total. One round trip when counters serve the total, or a cached one still holds; for rare words one more. */
export async function listRuns(
  { store, config }: Pick<Services, "store" | "config">,
  cache: TotalCache,
  scopes: readonly RunScope[],
  query: RunQuery,
): Promise<Written> {
  if (scopes.length === 0) return new Written('{"data":[],"total":0,"next":null,"waits":[]}');
  const counted = countedScopes(scopes, query);
  const page = await readPage(store, scopes, query, counted, "near");
  const total = counted ? page.total : await rememberedTotal(store, cache, scopes, query, page.total);
  const isWhole = !query.search || page.rows === query.limit || page.rows === total || total <= query.offset;
  const { rows, last, data, known, working } = isWhole
    ? page
    : await readPage(store, scopes, query, counted, total > mostByWords ? "order" : "words");
  const next = rows === query.limit ? last : null;
  const waits = await runWaits(store.pool, working, config.model.retryForMs);
  return new Written(`{"data":${data},"total":${total},"next":${JSON.stringify(next)},"waits":${JSON.stringify(waits)}}`, known);
}

async function readPage(
  store: Store,
  scopes: readonly RunScope[],
  query: RunQuery,
  counted: string[] | undefined,
  by: FoundBy,
): Promise<Page> {
  const p = parameters();
  const count = counted ? counterSum(counted, query, p) : versionSum(scopes, p);
  const { sort_order } = query;
  const text = `select t.total, p.* from (${count}) t,
    (select count(*)::int as rows, coalesce(json_agg(to_json(w)), '[]')::text as data, ${knowsAll} as known, (array_agg(w.created_at || '_' || w.id))[count(*)] as last,
        coalesce(array_agg(w.id) filter (where w.status = any('{${workingStatuses.join(",")}}')), '{}') as working
      from (select ${wireColumns} from (${pageSql(scopes, query, p, by)}) q join agents a on a.id = q.agent_id
        order by q.created_at ${sort_order}, q.id ${sort_order}) w) p`;
  const { rows } = await store.pool.query<Page>({ text, values: p.values, ...planned(query) });
  return rows[0] ?? { total: 0, rows: 0, data: "[]", known: true, last: null, working: [] };
}

interface Page {
  /** The total, or the version of a total that is remembered. */
  total: number;
  rows: number;
  data: string;
  /** Whether this version knows all of their words. */
  known: boolean;
  /** What the following page continues behind. */
  last: string | null;
  /** Those that may wait for their model. */
  working: string[];
}

/** The scopes of run_counts that hold this query's total, or undefined when a condition beyond them applies. */
function countedScopes(scopes: readonly RunScope[], query: RunQuery): string[] | undefined {
  const others: (keyof RunQuery)[] = [
    "case_queue_id",
    "revision",
    "source",
    "since",
    "created_before",
    "failure_code",
    "digest_id",
    "issue_severity",
    "has_issues",
  ];
  if (query.search || others.some((key) => query[key] !== undefined)) return undefined;
  if (query.agent_id)
    return scopes.some((scope) => scope.userId ?? query.user_id) ? undefined : scopes.map((s) => `${s.teamId}:${query.agent_id}`);
  return scopes.map((scope) => ((scope.userId ?? query.user_id) ? `${scope.teamId}:${scope.userId ?? query.user_id}` : scope.teamId));
}

function counterSum(counted: string[], query: RunQuery, p: Parameters): string {
  const statuses = statusesOf(query.status);
  return `select coalesce(sum(n), 0)::bigint as total from run_counts where scope = any(${p.add(counted)})${statuses ? ` and status = any(${p.add(statuses)})` : ""}`;
}

/** Grows with every committed change of a run in these teams that a filter could see. */
function versionSum(scopes: readonly RunScope[], p: Parameters): string {
  return `select coalesce(sum(changes), 0)::bigint as total from run_counts where scope = any(${p.add(scopes.map((s) => s.teamId))})`;
}

async function rememberedTotal(
  store: Store,
  cache: TotalCache,
  scopes: readonly RunScope[],
  query: RunQuery,
  version: number,
): Promise<number> {
  const { limit: _l, offset: _o, sort_order: _s, after: _a, ...filters } = query;
  return cachedTotal(cache, JSON.stringify([scopes, filters]), version, () => countRuns(store, scopes, query));
}

/** The exact number of runs and the version that it belongs to. One statement: both of the same snapshot. */
async function countRuns(store: Store, scopes: readonly RunScope[], query: RunQuery): Promise<Counted> {
  const p = parameters();
  const more = [...otherConditions(query, p), ...textConditions(query, p)];
  const parts = scopes.flatMap((scope) =>
    (statusesOf(query.status) ?? [undefined]).map(
      (status) => `(select count(*) from runs r where ${[...scopeConditions(scope, status, query, p), ...more].join(" and ")})`,
    ),
  );
  const text = `select v.total as version, ${parts.join(" + ")} as total from (${versionSum(scopes, p)}) v`;
  const { rows } = await store.pool.query<Counted>({ text, values: p.values, ...planned(query) });
  return rows[0] ?? { version: 0, total: 0 };
}

/** A search is planned anew with its words: what is best for a rare word reads every run for a common one. */
function planned(query: RunQuery): { name?: string } {
  return query.search ? { name: "" } : {};
}
