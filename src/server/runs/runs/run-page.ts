import type { Who } from "#contract/rights.ts";
import { seesAllRuns } from "#contract/runs/rights.ts";
import type { RunFilter, RunStatus } from "#contract/runs/run.ts";
import type { Parameters } from "#server/platform/db/parameters.ts";
import { askedBy } from "#server/platform/db/words.ts";

/** A team whose runs are listed; `userId`: only that person's. */
export interface RunScope {
  readonly teamId: string;
  readonly userId: string | null;
}

/** Below Manager only one's own, whomever a list is asked about. */
export function runsSeenBy(teamId: string, who: Who): RunScope {
  return { teamId, userId: seesAllRuns(who) ? null : who.userId };
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
  created_before?: string | undefined;
  revision?: string | undefined;
  failure_code?: string | undefined;
  digest_id?: string | undefined;
  after?: string | undefined;
}

const virtual: Partial<Record<RunFilter, RunStatus[]>> = { stopped: ["interrupted"], needs_attention: ["waiting", "failed"] };

export function statusesOf(filter: RunFilter | undefined): RunStatus[] | undefined {
  return filter && (virtual[filter] ?? [filter as RunStatus]);
}

const columns = `r.id, r.created_at, r.updated_at, r.started_at, r.completed_at, r.status, r.source, r.title, r.run_number, r.agent_id, r.build_id,
  r.user_id, r.case_queue_item_id, r.case_queue_id, r.case_title, r.postponed_to, r.submitted_prompt_count, r.eval_summary,
  case when r.status = 'failed' then left(r.failure ->> 'message', 200) end as failure_message`;

/** Conditions that no counter serves. */
export function otherConditions(query: RunQuery, p: Parameters): string[] {
  const all: string[] = [];
  if (query.case_queue_id) all.push(`r.case_queue_id = ${p.add(query.case_queue_id)}`);
  if (query.source) all.push(`r.source = ${p.add(query.source)}`);
  if (query.since) all.push(`r.created_at >= ${p.add(query.since)}`);
  if (query.created_before) all.push(`r.created_at < ${p.add(query.created_before)}`);
  if (query.revision) all.push(`r.build_id = ${p.add(query.revision)}`);
  if (query.failure_code) all.push("r.failure is not null", `r.failure ->> 'code' = ${p.add(query.failure_code)}`);
  if (query.digest_id) all.push(`r.digest_id = ${p.add(query.digest_id)}`);
  if (query.issue_severity) all.push(`r.issue_severity = ${p.add(query.issue_severity)}`);
  else if (query.has_issues) all.push(`r.issue_severity is ${query.has_issues === "true" ? "not " : ""}null`);
  return all;
}

export function textConditions({ search }: RunQuery, p: Parameters): string[] {
  if (!search) return [];
  const asked = askedBy(search);
  if (!asked) return ["false"];
  const hasWords = `r.search @@ ${p.add(asked.query)}::tsquery`;
  // A title is too short to have more phrases than are kept.
  if (asked.isSure) return [hasWords];
  return [hasWords, `reads_as(r.title || ' ' || coalesce(r.case_title, ''), ${p.add(asked.marked)}::text[])`];
}

/** Whose runs are listed, and counted. */
export function ofScope({ teamId, userId }: RunScope, p: Parameters): string[] {
  return [`r.team_id = ${p.add(teamId)}`, ...(userId ? [`r.user_id = ${p.add(userId)}`] : [])];
}

export function scopeConditions(scope: RunScope, status: RunStatus | undefined, query: RunQuery, p: Parameters): string[] {
  const all = ofScope({ ...scope, userId: scope.userId ?? query.user_id ?? null }, p);
  if (query.agent_id) all.push(`r.agent_id = ${p.add(query.agent_id)}`);
  if (status) all.push(`r.status = ${p.add(status)}`);
  return all;
}

/**
 * How the runs of a search are found. `near`: among the next ones in the order of the list, where words that are not rare fill a page. `order`: among
 * all in that order. `words`: all that have the words are found first. What the store expects decides nothing: it knows no rare words, and reads
 * a whole team in order to find a few runs.
 */
export type FoundBy = "near" | "order" | "words";

/** As many as are read in a moment. */
const nearRuns = 10_000;

/** Of more than so many, a page is found earlier in order. */
export const mostByWords = 20_000;

/** Each scope and status is read along its own index in order; the few first rows of each are merged. */
export function pageSql(scopes: readonly RunScope[], query: RunQuery, p: Parameters, by: FoundBy): string {
  const order = `order by r.created_at ${query.sort_order}, r.id ${query.sort_order}`;
  const more = otherConditions(query, p);
  if (query.after) {
    const [at, id] = query.after.split("_");
    more.push(`(r.created_at, r.id) ${query.sort_order === "desc" ? "<" : ">"} (${p.add(at)}, ${p.add(id)})`);
  }
  const offset = query.after ? 0 : query.offset;
  const reach = Math.min(query.limit + offset, Number.MAX_SAFE_INTEGER);
  const words = textConditions(query, p);
  const part = (scope: RunScope, status: RunStatus | undefined): string => {
    const own = [...scopeConditions(scope, status, query, p), ...more];
    const all = `select ${columns} from runs r where ${[...own, ...words].join(" and ")}`;
    if (words.length === 0 || by === "order") return `${all} ${order}`;
    // The store plans what is inside for all of it, and not for the first page.
    if (by === "words") return `select * from (${all} offset 0) r ${order}`;
    const near = `select r.* from runs r where ${own.join(" and ")} ${order} limit ${p.add(nearRuns)}`;
    return `select ${columns} from (${near}) r where ${words.join(" and ")} ${order}`;
  };
  const parts = scopes.flatMap((scope) => (statusesOf(query.status) ?? [undefined]).map((status) => part(scope, status)));
  const end = `limit ${p.add(query.limit)} offset ${p.add(offset)}`;
  if (parts.length === 1) return `${parts[0]} ${end}`;
  const most = p.add(reach);
  return `select * from (${parts.map((each) => `(${each} limit ${most})`).join(" union all ")}) r ${order} ${end}`;
}
