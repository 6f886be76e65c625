import type pg from "pg";

/** Copies of a run in a state, none of them due, as the store alone makes thousands of them in a moment. Returns their ids. */
export async function copyRuns(pool: pg.Pool, runId: string, count: number, status: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into runs (id, team_id, agent_id, build_id, user_id, status, source, title, run_number, webhook_url, next_attempt_at)
     select gen_random_uuid(), team_id, agent_id, build_id, user_id, $2, source, title, n, webhook_url, now() + interval '1 hour'
     from runs, generate_series(1, $3::int) n where id = $1 returning id`,
    [runId, status, count],
  );
  return rows.map(({ id }) => id);
}
