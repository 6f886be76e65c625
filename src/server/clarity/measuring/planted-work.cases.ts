import { newId } from "#server/platform/db/columns.ts";

/** A run of an agent, with a case where it says how that ended. */
export interface Work {
  /** From its start to its end, and how much of that people took, at its start. */
  readonly minutes: number;
  readonly waited?: number;
  readonly status?: "completed" | "failed" | "interrupted" | "running";
  /** Why it failed. */
  readonly message?: string;
  /** Whole days ago, and an hour more. Today: just now. */
  readonly days?: number;
  readonly of?: "completed" | "failed";
  /** What it said when it failed its case. */
  readonly said?: string;
  /** What a judge has against it. */
  readonly verdict?: string;
  /** The steps that it was at, each for as long as the others. */
  readonly steps?: readonly string[];
}

interface Where {
  readonly teamId: string;
  readonly agentId: string;
  readonly buildId: string;
}

/** What runs one statement: a pool, or the store of a service of a journey. */
interface Store {
  query(text: string, values?: readonly unknown[]): Promise<unknown>;
}

export async function plantWork(pool: Store, { teamId, agentId, buildId }: Where, all: readonly Work[]): Promise<void> {
  const queueId = newId();
  await pool.query("insert into queues (id, team_id, name) values ($1, $2, $3)", [queueId, teamId, queueId]);
  for (const [i, one] of all.entries()) {
    const [id, caseId] = [newId(), one.of ? newId() : null];
    const { minutes, waited = 0, status = "completed", days = 1, steps = [] } = one;
    const came = days === 0 ? "now()" : `now() - make_interval(days => ${days}, hours => 1)`;
    const ended = status === "running" ? "null" : `${came} + make_interval(secs => ${minutes * 60})`;
    if (caseId)
      await pool.query(
        "insert into cases (id, queue_id, title, data, state, priority, completed_at) values ($1, $2, 'Case', '', $3, 0, now())",
        [caseId, queueId, one.of],
      );
    if (one.said)
      await pool.query("insert into case_events (case_id, type, reason, run_id) values ($1, 'failed', $2, $3)", [caseId, one.said, id]);
    const evaluation = one.verdict ? JSON.stringify({ status: "ready", passed: 0, total: 1 }) : null;
    const failure = status === "failed" ? JSON.stringify({ code: "code_failed", message: one.message ?? "It broke." }) : null;
    await pool.query(
      `insert into runs (id, team_id, agent_id, build_id, status, source, title, run_number, case_queue_id, case_queue_item_id, case_title, failure,
         eval_summary, created_at, started_at, completed_at, next_attempt_at)
       values ($1, $2, $3, $4, $5, 'api', 'Run', $6, $7, $8, $9, $10, $11, ${came}, ${came}, ${ended}, timestamptz '2999-01-01')`,
      [id, teamId, agentId, buildId, status, i + 1, caseId && queueId, caseId, caseId && "Case", failure, evaluation],
    );
    if (one.verdict) {
      const verdicts = [{ slug: "order", title: "Right order", passed: false, severity: "medium", reason: one.verdict }];
      await pool.query(
        `insert into run_evaluations (run_id, id, agent_id, build_id, status, verdicts, passed, total, evaluated_at)
         values ($1, gen_random_uuid(), $2, $3, 'ready', $4, 0, 1, now())`,
        [id, agentId, buildId, JSON.stringify(verdicts)],
      );
    }
    if (waited > 0)
      await pool.query(
        `insert into human_requests (id, run_id, team_id, tool_call_id, kind, title, created_at, responded_at)
         select gen_random_uuid(), id, team_id, 'c', 'question', 'Which?', started_at, started_at + make_interval(secs => $2) from runs where id = $1`,
        [id, waited * 60],
      );
    await pool.query(
      `insert into run_steps (run_id, agent_id, position, step_id, started_at, ended_at)
       select r.id, r.agent_id, n - 1, s, r.started_at + make_interval(secs => $3 * (n - 1)), r.started_at + make_interval(secs => $3 * n)
       from runs r, unnest($2::text[]) with ordinality t(s, n) where r.id = $1`,
      [id, steps, (minutes * 60) / Math.max(1, steps.length)],
    );
  }
}
