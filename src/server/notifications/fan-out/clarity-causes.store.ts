import { sql } from "drizzle-orm";
import { isoInstant } from "#server/platform/db/columns.ts";
import { said } from "./cause-words.ts";
import { cause } from "./cause.ts";
import { endingOf } from "./endings.ts";
import { type ReadCauses, rowsOf } from "./read-causes.ts";

/** What the proposal of a process does not know is asked of one person, and told while they are asked. */
export const ofAskedCaptures: ReadCauses<"clarity_process.capture_asked"> = async (db, events) => {
  const { rows } = await db.execute<{
    at: string;
    id: string;
    user_id: string;
    team_id: string;
    process_id: string;
    process: string;
    gap: string;
  }>(sql`
    select e.created_at as at, r.id, r.requested_user_id as user_id, p.team_id, p.id as process_id, p.name as process, r.gap
    from ${rowsOf(events)} join clarity_requests r on r.id = (e.data ->> 'request_id')::uuid join clarity_processes p on p.id = r.process_id
    where r.resolved_at is null and r.requested_user_id = (e.data ->> 'user_id')::uuid order by e.n`);
  return rows.map(({ at, id, user_id, team_id, process_id, ...one }) =>
    cause({
      team_id,
      process_id,
      at: isoInstant(at),
      type: "config_proposal",
      severity: "info",
      key: `capture ${id}`,
      ends: endingOf.capture(id, user_id),
      people: [user_id],
      ...said.captureAsked(one),
    }),
  );
};

/** Whoever asked for a model in another tool is told what became of it. */
export const ofExports: ReadCauses<"clarity_process.exported" | "clarity_process.export_failed"> = async (db, events) => {
  const { rows } = await db.execute<{
    at: string;
    id: string;
    user_id: string | null;
    team_id: string;
    process_id: string;
    process: string;
    error: string | null;
    file: string;
  }>(sql`
    select e.created_at as at, x.id, x.user_id, p.team_id, p.id as process_id, p.name as process, x.error, x.file_name as file
    from ${rowsOf(events)} join clarity_exports x on x.id = (e.data ->> 'export_id')::uuid join clarity_processes p on p.id = x.process_id
    where x.status in ('completed', 'failed') order by e.n`);
  return rows.map(({ at, id, user_id, team_id, process_id, ...one }) =>
    cause({
      team_id,
      process_id,
      at: isoInstant(at),
      type: "background_job",
      // What failed is for whoever asked for it to look at.
      severity: one.error === null ? "success" : "info",
      key: `export ${id}`,
      ends: one.error === null ? null : endingOf.export(process_id),
      people: [user_id],
      ...said.exportEnded(one),
    }),
  );
};
