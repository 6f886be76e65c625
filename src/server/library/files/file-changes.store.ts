import { type SQL, sql } from "drizzle-orm";
import type { FileChange } from "#contract/library/events.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { recorded } from "#server/platform/events/record.ts";
import { files } from "#server/library/library.table.ts";

type FileRecord = typeof files.$inferSelect;

/** Who changes a file: a person, a run for its owner, or the service. */
export interface ChangedBy {
  readonly userId: string | null;
  readonly run?: { readonly id: string; readonly agent_id: string } | undefined;
}

/** Writes down what happened to a file, as it is then, with the event that says so. */
export async function noteFileChange(
  db: Db,
  kind: FileChange,
  file: Pick<FileRecord, "id" | "team_id" | "path" | "mimetype" | "size_bytes">,
  by: ChangedBy,
): Promise<void> {
  await db.execute(sql`
    with changed as (select ${file.id}::uuid as file_id, ${kind}::text as kind, ${file.team_id}::uuid as team_id, ${file.path}::text as path,
      ${file.mimetype}::text as mimetype, ${file.size_bytes}::bigint as size_bytes),
    ${changesNoted([kind], by)} select from noted`);
}

/** The same as parts of a statement that has a row of the change in `changed`, if there was one. */
export function changesNoted(kinds: readonly FileChange[], { userId, run }: ChangedBy): SQL {
  const actor = run ? { kind: "run", id: run.id } : { kind: userId === null ? "service" : "user", id: userId };
  const told = kinds.map(
    (kind) =>
      sql`, ${sql.raw(`told_${kind}`)} as (${recorded(sql`changed, noted where changed.kind = ${sql.raw(`'${kind}'`)}`, {
        type: `file.${kind}`,
        team: sql`changed.team_id`,
        actor: { kind: actor.kind as "run" | "user" | "service", id: sql`${actor.id}::uuid` },
        subject: sql`changed.file_id`,
        data: { change_id: sql`noted.id`, run_id: sql`${run?.id ?? null}::uuid`, agent_id: sql`${run?.agent_id ?? null}::uuid` },
      })})`,
  );
  return sql`noted as (
      insert into file_changes (id, team_id, path, mimetype, size_bytes)
      select ${newId()}::uuid, team_id, path, mimetype, size_bytes from changed returning id)${sql.join(told)}`;
}

/** As long as the events that refer to them. */
const keptDays = 30;

/** Forgets older changes, so many in a statement. */
export async function removeOldChanges(db: Db, closed: () => boolean, atOnce = 1_000): Promise<void> {
  const portion = sql`
    delete from file_changes where id = any(array(select id from file_changes
      where created_at < now() - make_interval(days => ${keptDays}::int) order by created_at limit ${atOnce}))`;
  while (!closed() && (await db.execute(portion)).rowCount === atOnce);
}
