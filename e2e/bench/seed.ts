import type pg from "pg";

/** Fills a team with runs as a year of work would: most completed, few active, several agents, people and sources. */
export async function seedRuns(db: pg.Client, teamId: string, userId: string, agents: string[], from: number, to: number): Promise<void> {
  await db.query(
    `insert into runs (id, team_id, agent_id, build_id, user_id, status, source, title, run_number, created_at, updated_at, started_at, completed_at)
     select gen_random_uuid(), $1, ($3::uuid[])[1 + i % cardinality($3::uuid[])], gen_random_uuid(), $2,
       case when i % 50 = 0 then 'failed' when i % 97 = 0 then 'waiting' when i % 31 = 0 then 'interrupted' else 'completed' end,
       case when i % 10 = 0 then 'schedule' else 'api' end, 'Invoice ' || i || ' of supplier ' || i % 400, i,
       now() - make_interval(secs => i * 30), now(), now() - make_interval(secs => i * 30), now() - make_interval(secs => i * 30 - 5)
     from generate_series($4::int, $5::int) i`,
    [teamId, userId, agents, from, to - 1],
  );
  // Every run of ours has counted itself; once folded, a team has a handful of counter rows. Then statistics as they would be.
  const deadline = performance.now() + 30_000;
  while (Number((await db.query("select count(*) as n from run_counts")).rows[0].n) > 200) {
    if (performance.now() > deadline) throw new Error("The counts of runs were not folded within 30 seconds.");
    await new Promise((wake) => setTimeout(wake, 100));
  }
  await db.query("vacuum analyze runs");
  await db.query("vacuum analyze run_counts");
}
