import { type RunFilter, RunRow, type RunStatus } from "#contract/runs/run.ts";
import { isoText } from "#server/platform/db/columns.ts";
import { knowsWords } from "#server/platform/db/known-words.ts";
import type { Store } from "#server/platform/db/open.ts";
import { type Parameters, parameters } from "#server/platform/db/parameters.ts";
import { type Counted, type TotalCache, cachedTotal } from "#server/platform/db/total-cache.ts";
import { askedBy } from "#server/platform/db/words.ts";
import type { Services } from "#server/platform/http/context.ts";
import { Written } from "#server/platform/http/written.ts";
import { runWaits, workingStatuses } from "./run-waits.store.ts";

/** A team whose runs are listed; `userId`: only that person's. */
export interface RunScope {
  readonly teamId: string;
  readonly userId: string | null;
}

export interface RunQuery {
  limit: number;
  offset: number;
  sort_order: "asc" | "desc";
  status?: RunFilter | undefined;
  agent_id?: string | undefined;
  user_id?: string | undefined;
  case_queue_id?: string | undefined;
  source?: string | undefined;
  search?: string | undefined;
  has_issues?: "true" | "false" | undefined;
  issue_severity?: "critical" | "medium" | "low" | undefined;
  since?: string | undefined;
  failure_code?: string | undefined;
  digest_id?: string | undefined;
  after?: string | undefined;
}

const virtual: Partial<Record<RunFilter, RunStatus[]>> = { stopped: ["interrupted"], needs_attention: ["waiting", "failed"] };

function statusesOf(filter: RunFilter | undefined): RunStatus[] | undefined {
  return filter && (virtual[filter] ?? [filter as RunStatus]);
}

const columns = `r.id, r.created_at, r.updated_at, r.started_at, r.completed_at, r.status, r.source, r.title, r.run_number, r.agent_id, r.build_id,
  r.user_id, r.case_queue_item_id, r.case_queue_id, r.case_title, r.postponed_to, r.submitted_prompt_count, r.eval_summary`;

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
  eval_summaries: "q.eval_summary",
};
const wireColumns = Object.entries(wire)
  .map(([name, value]) => `${value} as ${name}`)
  .join(", ");
const knowsAll = knowsWords(RunRow, "w");

/** Conditions that no counter serves. */
function otherConditions(query: RunQuery, p: Parameters): string[] {
  const all: string[] = [];
  if (query.case_queue_id) all.push(`r.case_queue_id = ${p.add(query.case_queue_id)}`);
  if (query.source) all.push(`r.source = ${p.add(query.source)}`);
  if (query.since) all.push(`r.created_at >= ${p.add(query.since)}`);
  if (query.failure_code) all.push("r.failure is not null", `r.failure ->> 'code' = ${p.add(query.failure_code)}`);
  if (query.digest_id) all.push(`r.digest_id = ${p.add(query.digest_id)}`);
  if (query.issue_severity) all.push(`r.issue_severity = ${p.add(query.issue_severity)}`);
  else if (query.has_issues) all.push(`r.issue_severity is ${query.has_issues === "true" ? "not " : ""}null`);
  if (query.search) all.push(...textConditions(query.search, p));
  return all;
}

function textConditions(search: string, p: Parameters): string[] {
  const asked = askedBy(search);
  if (!asked) return ["false"];
  const hasWords = `r.search @@ ${p.add(asked.query)}::tsquery`;
  // A title is too short to have more phrases than are kept.
  if (asked.isSure) return [hasWords];
  return [hasWords, `reads_as(r.title || ' ' || coalesce(r.case_title, ''), ${p.add(asked.marked)}::text[])`];
}

function scopeConditions(scope: RunScope, status: RunStatus | undefined, query: RunQuery, p: Parameters): string[] {
  const all = [`r.team_id = ${p.add(scope.teamId)}`];
  const user = scope.userId ?? query.user_id;
  if (user) all.push(`r.user_id = ${p.add(user)}`);
  if (query.agent_id) all.push(`r.agent_id = ${p.add(query.agent_id)}`);
  if (status) all.push(`r.status = ${p.add(status)}`);
  return all;
}

/** One page of runs and the exact total. One round trip when counters serve the total, or a cached one still holds. */
export async function listRuns(
  { store, config }: Pick<Services, "store" | "config">,
  cache: TotalCache,
  scopes: readonly RunScope[],
  query: RunQuery,
): Promise<Written> {
  if (scopes.length === 0) return new Written('{"data":[],"total":0,"next":null,"waits":[]}');
  const p = parameters();
  const counted = countedScopes(scopes, query);
  const count = counted ? counterSum(counted, query, p) : versionSum(scopes, p);
  const { sort_order, limit } = query;
  const text = `select t.total, p.* from (${count}) t,
    (select count(*)::int as rows, coalesce(json_agg(to_json(w)), '[]')::text as data, ${knowsAll} as known, (array_agg(w.created_at || '_' || w.id))[count(*)] as last,
        coalesce(array_agg(w.id) filter (where w.status = any('{${workingStatuses.join(",")}}')), '{}') as working
      from (select ${wireColumns} from (${pageSql(scopes, query, p)}) q join agents a on a.id = q.agent_id
        order by q.created_at ${sort_order}, q.id ${sort_order}) w) p`;
  const { rows } = await store.pool.query<Page>({ text, values: p.values, ...planned(query) });
  const page = rows[0] ?? { total: 0, rows: 0, data: "[]", known: true, last: null, working: [] };
  const total = counted ? page.total : await rememberedTotal(store, cache, scopes, query, page.total);
  const next = page.rows === limit ? page.last : null;
  const waits = await runWaits(store.pool, page.working, config.model.retryForMs);
  return new Written(`{"data":${page.data},"total":${total},"next":${JSON.stringify(next)},"waits":${JSON.stringify(waits)}}`, page.known);
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

/** Each scope and status is read along its own index in order; the few first rows of each are merged. */
function pageSql(scopes: readonly RunScope[], query: RunQuery, p: Parameters): string {
  const order = `order by r.created_at ${query.sort_order}, r.id ${query.sort_order}`;
  const more = otherConditions(query, p);
  if (query.after) {
    const [at, id] = query.after.split("_");
    more.push(`(r.created_at, r.id) ${query.sort_order === "desc" ? "<" : ">"} (${p.add(at)}, ${p.add(id)})`);
  }
  const offset = query.after ? 0 : query.offset;
  const statuses = statusesOf(query.status) ?? [undefined];
  const parts = scopes.flatMap((scope) =>
    statuses.map(
      (status) => `select ${columns} from runs r where ${[...scopeConditions(scope, status, query, p), ...more].join(" and ")} ${order}`,
    ),
  );
  const end = `limit ${p.add(query.limit)} offset ${p.add(offset)}`;
  if (parts.length === 1) return `${parts[0]} ${end}`;
  const reach = p.add(Math.min(query.limit + offset, Number.MAX_SAFE_INTEGER));
  return `select * from (${parts.map((part) => `(${part} limit ${reach})`).join(" union all ")}) r ${order} ${end}`;
}

/** The scopes of run_counts that hold this query's total, or undefined when a condition beyond them applies. */
function countedScopes(scopes: readonly RunScope[], query: RunQuery): string[] | undefined {
  const others: (keyof RunQuery)[] = ["case_queue_id", "source", "since", "failure_code", "digest_id", "issue_severity", "has_issues"];
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
  const more = otherConditions(query, p);
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
