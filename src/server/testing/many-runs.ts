import type pg from "pg";

/** Copies of a run in a state, with its messages, as the store alone makes thousands of them in a moment. Returns their ids. */
export async function copyRuns(pool: pg.Pool, runId: string, count: number, status: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `with copies as (
       insert into runs (id, team_id, agent_id, build_id, user_id, status, source, title, run_number, webhook_url, message_count)
       select gen_random_uuid(), team_id, agent_id, build_id, user_id, $2, source, title, n, webhook_url, 0
       from runs, generate_series(1, $3::int) n where id = $1 returning id)
     select id from copies`,
    [runId, status, count],
  );
  return rows.map(({ id }) => id);
}
