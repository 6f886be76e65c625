import type pg from "pg";
import { planting } from "./planting.ts";

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

/** Copies of a run by the hundred thousand, which nothing has counted. `due`: SQL of when each may be taken; null where there is nothing to take. */
export async function plantCopies(pool: pg.Pool, runId: string, count: number, status: string, due = "null"): Promise<void> {
  await planting(pool, ["runs"], async (client) => {
    await client.query(
      `insert into runs (id, team_id, agent_id, build_id, status, source, title, run_number, next_attempt_at)
       select gen_random_uuid(), team_id, agent_id, build_id, $2, source, title, n, ${due} from runs, generate_series(1, $3::int) n where id = $1`,
      [runId, status, count],
    );
  });
}
