import fc from "fast-check";
import type pg from "pg";
import { newId } from "#server/platform/db/columns.ts";

const runStatuses = ["completed", "failed", "interrupted", "running", "pending"] as const;
const caseStates = ["pending", "in_progress", "needs_input", "postponed", "completed", "failed", "canceled"] as const;
const judgings = ["ready", "unavailable", "in_progress"] as const;

export interface RunOfHistory {
  /** Which case it works on; null: none. */
  readonly of: number | null;
  readonly build: "first" | "second" | "draft";
  /** In seconds from the first of all moments. */
  readonly at: number;
  readonly lasts: number;
  readonly started: boolean;
  readonly status: (typeof runStatuses)[number];
  readonly evaluation: { readonly status: (typeof judgings)[number]; readonly passed: number; readonly total: number } | null;
  /** When it asked people: seconds from its start, and how long that took; null: not answered yet. */
  readonly asked: readonly { readonly from: number; readonly took: number | null; readonly kind: "request" | "approval" }[];
}

export interface CaseOfHistory {
  readonly state: (typeof caseStates)[number];
  readonly passed: boolean | null;
  readonly judging: boolean;
  /** It was deleted afterwards. */
  readonly gone: boolean;
}

/** What an agent did since before it was live. */
export interface History {
  readonly runs: readonly RunOfHistory[];
  readonly cases: readonly CaseOfHistory[];
  /** When each revision was live for the first time, in seconds. */
  readonly live: { readonly first: number; readonly second: number };
}

const mostSeconds = 40 * 86_400;
const seconds = fc.integer({ min: 0, max: mostSeconds });
const mostCases = 6;

const run: fc.Arbitrary<RunOfHistory> = fc.record({
  of: fc.option(fc.integer({ min: 0, max: mostCases - 1 }), { nil: null }),
  build: fc.constantFrom("first", "first", "second", "draft"),
  at: seconds,
  lasts: fc.integer({ min: 0, max: 3_600 }),
  started: fc.boolean(),
  status: fc.constantFrom(...runStatuses),
  evaluation: fc.option(
    fc.record({ status: fc.constantFrom(...judgings), passed: fc.integer({ min: 0, max: 3 }), total: fc.integer({ min: 0, max: 3 }) }),
    { nil: null },
  ),
  asked: fc.array(
    fc.record({
      from: fc.integer({ min: 0, max: 3_600 }),
      took: fc.option(fc.integer({ min: 0, max: 3_600 }), { nil: null }),
      kind: fc.constantFrom("request", "approval"),
    }),
    { maxLength: 3 },
  ),
});

export const history: fc.Arbitrary<History> = fc.record({
  // No two runs start in the same second: which is the last one of a case is then a matter of time alone.
  runs: fc.uniqueArray(run, { selector: ({ at }) => at, maxLength: 30 }),
  cases: fc.array(
    fc.record({
      state: fc.constantFrom(...caseStates),
      passed: fc.option(fc.boolean(), { nil: null }),
      judging: fc.boolean(),
      gone: fc.boolean(),
    }),
    { minLength: mostCases, maxLength: mostCases },
  ),
  live: fc.record({ first: fc.integer({ min: 0, max: mostSeconds / 2 }), second: seconds }),
});

const start = Date.parse("2026-09-01T00:00:00.000Z");
export const instantOf = (second: number) => new Date(start + second * 1000).toISOString();

interface Place {
  readonly teamId: string;
  readonly agentId: string;
  readonly first: string;
  readonly second: string;
  readonly draft: string;
}

const isEnded = ({ status }: RunOfHistory) => status === "completed" || status === "failed" || status === "interrupted";

/** Writes a history into the store, in which the agent has no run yet. Returns the ids of its runs. */
export async function plant(pool: pg.Pool, { runs, cases, live }: History, place: Place): Promise<string[]> {
  await pool.query("update revisions set first_live_at = case id when $1 then $2::timestamptz when $3 then $4 end where id in ($1, $3)", [
    place.first,
    instantOf(live.first),
    place.second,
    instantOf(live.second),
  ]);
  const queueId = newId();
  await pool.query("insert into queues (id, team_id, name) values ($1, $2, $3)", [queueId, place.teamId, queueId]);
  const caseIds = cases.map(() => newId());
  for (const [i, one] of cases.entries()) {
    await pool.query(
      "insert into cases (id, queue_id, title, data, state, priority, completed_at, passed) values ($1, $2, 'Case', '', $3, 0, now(), $4)",
      [caseIds[i], queueId, one.state, one.passed],
    );
    await pool.query("delete from case_evaluations where case_id = $1", [caseIds[i]]);
    if (one.judging)
      await pool.query(
        "insert into case_evaluations (case_id, queue_id, status, next_attempt_at) values ($1, $2, 'in_progress', timestamptz '2999-01-01')",
        [caseIds[i], queueId],
      );
  }
  const ids = runs.map(() => newId());
  for (const [i, one] of runs.entries()) {
    const ended = isEnded(one);
    const from = one.at + 60;
    const build = place[one.build];
    await pool.query(
      `insert into runs (id, team_id, agent_id, build_id, status, source, title, run_number, case_queue_id, case_queue_item_id, created_at, started_at,
         completed_at, next_attempt_at, eval_summary) values ($1, $2, $3, $4, $5, 'api', 'Run', $6, $7, $8, $9, $10, $11, timestamptz '2999-01-01', $12)`,
      [
        ids[i],
        place.teamId,
        place.agentId,
        build,
        one.status,
        i + 1,
        one.of === null ? null : queueId,
        one.of === null ? null : caseIds[one.of],
        instantOf(one.at),
        one.started ? instantOf(from) : null,
        ended ? instantOf(from + one.lasts) : null,
        one.evaluation && JSON.stringify(one.evaluation),
      ],
    );
    for (const { from: after, took, kind } of one.asked) {
      const asked = [ids[i], instantOf(from + after), took === null ? null : instantOf(from + after + took)];
      if (kind === "request")
        await pool.query(
          `insert into human_requests (id, run_id, team_id, tool_call_id, kind, title, created_at, responded_at)
           values (gen_random_uuid(), $1, $4, 'c', 'question', 'Which?', $2, $3)`,
          [...asked, place.teamId],
        );
      else
        await pool.query(
          `insert into case_approval_batches (id, case_id, run_id, tool_call_id, title, created_at, resolved_at)
           values (gen_random_uuid(), $4, $1, gen_random_uuid()::text, 'All?', $2, $3)`,
          [...asked, caseIds[one.of ?? 0]],
        );
    }
  }
  const gone = caseIds.filter((_, i) => cases[i]?.gone);
  await pool.query("delete from cases where id = any($1::uuid[])", [gone]);
  return ids;
}

export interface Counted {
  readonly run_id: string;
  readonly of_case: boolean;
  readonly runs: number;
  readonly came: string;
  readonly succeeded: boolean | null;
  readonly own_ms: number | null;
  readonly waited_ms: number;
}

/** The same counted one by one, as the rules are said in words. */
export function countByHand({ runs, cases, live }: History, ids: readonly string[], only?: "second"): Counted[] {
  const since = only ? Math.max(live.second, live.first) : live.first;
  const counted = runs
    .map((one, i) => ({ ...one, id: ids[i] ?? "" }))
    .filter((one) => one.build !== "draft" && one.at >= since && one.at >= live[one.build] && (!only || one.build === only))
    .toSorted((a, b) => a.at - b.at);
  const units = Map.groupBy(counted, ({ of, id }) => (of === null ? id : `case ${of}`));
  return [...units.values()]
    .map((all): Counted => {
      const [first, last] = [all[0], all.at(-1)];
      if (!first || !last) throw new Error("a group of none");
      // A case that is gone with everything said about it; its approvals went with it.
      const found = last.of === null ? undefined : cases[last.of];
      const timed = all.filter(({ started }) => started);
      const isUnderWay = all.some((one) => !isEnded(one));
      return {
        run_id: last.id,
        of_case: last.of !== null,
        runs: all.length,
        came: instantOf(first.at),
        succeeded: isUnderWay ? null : cameTo(last, found?.gone ? undefined : found),
        own_ms:
          isUnderWay || timed.length === 0 ? null : timed.reduce((ms, one) => ms + Math.max(0, one.lasts * 1000 - waitedIn(one, cases)), 0),
        waited_ms: all.reduce((ms, one) => ms + waitedIn(one, cases), 0),
      };
    })
    .toSorted((a, b) => (a.came < b.came ? 1 : -1));
}

function cameTo({ status, evaluation }: RunOfHistory, found: CaseOfHistory | undefined): boolean | null {
  if (status === "interrupted") return null;
  if (status === "failed" || found?.state === "failed") return false;
  if (found && found.state !== "completed") return null;
  if (evaluation?.status === "in_progress" || found?.judging) return null;
  if (evaluation?.status === "ready" && evaluation.total > 0 && evaluation.passed !== evaluation.total) return false;
  return found?.passed !== false;
}

/** Seconds in which any person was asked, counted second by second. */
function waitedIn({ asked, of }: RunOfHistory, cases: readonly CaseOfHistory[]): number {
  const waited = new Set<number>();
  for (const { from, took, kind } of asked) {
    if (took === null || (kind === "approval" && cases[of ?? 0]?.gone)) continue;
    for (let second = from; second < from + took; second++) waited.add(second);
  }
  return waited.size * 1000;
}
