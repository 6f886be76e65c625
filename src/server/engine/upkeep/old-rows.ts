import type pg from "pg";
import type { Events } from "#contract/event.ts";

/** Rows that one statement removes: more could take longer than others can wait. */
const portion = 5_000;
const monthAgo = "now() - interval '30 days'";
const oldJobs = `j.ended_at < ${monthAgo}`;

/** Each type for as long as the catalogue says: one look at the index for each of them. */
const oldEvents = (events: Events) => `select e.ctid from (values ${Object.entries(events)
  .map(([type, { days }]) => `('${type}', ${days})`)
  .join(", ")}) k(type, days)
  cross join lateral (
    select ctid, tx from events where type = k.type and created_at < now() - make_interval(days => k.days) order by created_at limit ${portion}) e
  where not exists (select from event_cursors c where c.tx <= e.tx)`;

/** Removes what is kept for a time after its end, in portions: one statement about all of them could take longer than a statement may. */
export function createOldRows(pool: Pick<pg.Pool, "query">, events: Events, closed: () => boolean) {
  async function remove(from: string, which: string): Promise<void> {
    const text = `delete from ${from} where ctid = any(array(${which} limit ${portion}))`;
    while (!closed() && (await pool.query(text)).rowCount === portion);
  }
  return {
    keys: () => remove("idempotency_keys", "select ctid from idempotency_keys where created_at < now() - interval '24 hours'"),
    deliveries: () =>
      remove("webhook_deliveries", `select ctid from webhook_deliveries where next_attempt_at is null and created_at < ${monthAgo}`),
    /** Never what a consumer has not read yet. */
    events: () => remove("events", oldEvents(events)),
    /** A job may have a hundred thousand items, so these go before it. */
    async jobs(): Promise<void> {
      for (const items of ["case_job_items", "case_import_rows"])
        await remove(items, `select i.ctid from case_jobs j join ${items} i on i.job_id = j.id where ${oldJobs}`);
      if (!closed()) await remove("case_jobs", `select j.ctid from case_jobs j where ${oldJobs}`);
    },
    teamJobs: () => remove("team_jobs", `select ctid from team_jobs where status = 'done' and ended_at < ${monthAgo}`),
  };
}
