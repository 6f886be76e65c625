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

/** The scopes whose number of runs is not the one that is kept for them. */
export async function miscounted(pool: pg.Pool): Promise<unknown[]> {
  const { rows } = await pool.query(`
    select * from (select s.scope, r.status, count(*) as n from runs r cross join lateral (values
        (r.team_id::text), (r.team_id || ':' || r.agent_id), (r.team_id || ':' || r.user_id)) s (scope) where s.scope is not null group by 1, 2) found
    full join (select scope, status, sum(n) as n from run_counts group by 1, 2 having sum(n) <> 0) kept using (scope, status)
    where found.n is distinct from kept.n`);
  return rows;
}
