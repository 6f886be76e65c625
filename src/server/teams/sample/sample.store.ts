import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SampleKind, SampleStatus, SampleWorkspace } from "#contract/teams/sample.ts";
import type { Leased } from "#server/engine/claims/lease-loop.ts";
import { LeaseLost } from "#server/engine/log/run-log.ts";
import { newId, storeNow } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { sampleParts, sampleWorkspaces } from "./sample.table.ts";

const w = sampleWorkspaces;
export type SampleRecord = typeof w.$inferSelect;
type Goal = SampleRecord["goal"];

export async function lockSample(db: Db, teamId: string): Promise<SampleRecord | undefined> {
  const [row] = await db.select().from(w).where(eq(w.team_id, teamId)).for("update");
  return row;
}

/** From now on, the sample workspace of a team is to be there, or to go. What failed before goes on from where it was. */
export async function askForSample(db: Db, { teamId, userId }: { teamId: string; userId: string }, goal: Goal): Promise<void> {
  const asked = { user_id: userId, goal, status: "running" as const, error: null, attempt: 0, next_attempt_at: storeNow };
  await db
    .insert(w)
    .values({ id: newId(), team_id: teamId, ...asked })
    .onConflictDoUpdate({ target: w.team_id, set: { ...asked, updated_at: storeNow } });
}

export type SamplePatch = Partial<Pick<SampleRecord, "status" | "error" | "attempt" | "parts" | "worker_id">> & {
  readonly next_attempt_at?: SQL | null;
};

const isHeld = ({ id, lease }: Leased) => and(eq(w.id, id), eq(w.lease, lease), eq(w.status, "running"));

/** Writes as the worker that holds a sample. Throws {@link LeaseLost} once it no longer does: nothing was written then. */
export async function writeHeldSample(db: Db, held: Leased, patch: SamplePatch): Promise<void> {
  const rows = await db
    .update(w)
    .set({ ...patch, updated_at: storeNow })
    .where(isHeld(held))
    .returning({ id: w.id });
  if (rows.length === 0) throw new LeaseLost();
}

/** The sample has gone. */
export async function removeHeldSample(db: Db, held: Leased): Promise<void> {
  await db.delete(w).where(isHeld(held));
}

/** What belongs to a sample. */
export interface SamplePart {
  readonly kind: string;
  readonly name: string;
  /** Null: a part of the load that is done. */
  readonly thing_id: string | null;
}

export async function listParts(db: Db, sampleId: string): Promise<SamplePart[]> {
  const { kind, name, thing_id } = sampleParts;
  return db.select({ kind, name, thing_id }).from(sampleParts).where(eq(sampleParts.sample_id, sampleId));
}

export async function noteParts(db: Db, sampleId: string, parts: readonly SamplePart[]): Promise<void> {
  if (parts.length === 0) return;
  await db
    .insert(sampleParts)
    .values(parts.map((part) => ({ sample_id: sampleId, ...part })))
    .onConflictDoNothing();
}

/** How far the sample workspace of a team is, and what is in it. */
export async function readSample(db: Db, teamId: string): Promise<SampleWorkspace> {
  const [row] = await db.select().from(w).where(eq(w.team_id, teamId));
  if (!row) return { status: "absent", done: 0, parts: 0, error: null, holds: [], changed_files: 0 };
  const { rows } = await db.execute<{ kind: SampleKind | "done" | "changed"; count: number; by_people: number }>(contents(row.id));
  const of = (kind: "done" | "changed") => rows.find((one) => one.kind === kind)?.count ?? 0;
  return {
    status: statusOf(row),
    done: of("done"),
    parts: row.parts,
    error: row.error,
    holds: rows.flatMap(({ kind, count, by_people }) =>
      kind === "done" || kind === "changed" || count === 0 ? [] : [{ kind, count, by_people }],
    ),
    changed_files: of("changed"),
  };
}

function statusOf({ goal, status }: SampleRecord): SampleStatus {
  if (goal === "loaded") return status === "done" ? "loaded" : status === "failed" ? "load_failed" : "loading";
  return status === "failed" ? "removal_failed" : "removing";
}

/**
 * What a removal takes along: what the load made and is still there, what runs made of it, and what people made inside it. People's are the
 * revisions, captures and connections that the load did not make, the runs that it did not start and no case did, and the cases that somebody added.
 */
function contents(sampleId: string): SQL {
  const made = (kind: SampleKind | "integration") =>
    sql`(select thing_id from sample_parts where sample_id = ${sampleId} and kind = ${kind} and thing_id is not null)`;
  const counted = (kind: SampleKind | "changed", from: SQL, byPeople: SQL = sql`false`) => sql`
    select ${kind}::text as kind, count(*)::int as count, (count(*) filter (where ${byPeople}))::int as by_people ${from}`;
  return sql.join(
    [
      counted("agent", sql`from agents t where t.id in ${made("agent")} and t.deleted_at is null`),
      counted(
        "revision",
        sql`from revisions t join agents a on a.id = t.agent_id where a.id in ${made("agent")} and a.deleted_at is null`,
        sql`t.id not in ${made("revision")}`,
      ),
      counted("run", sql`from runs t where t.agent_id in ${made("agent")}`, sql`t.source <> 'case_trigger' and t.id not in ${made("run")}`),
      counted("queue", sql`from queues t where t.id in ${made("queue")} and t.deleted_at is null`),
      counted(
        "case",
        sql`from cases t join queues q on q.id = t.queue_id where q.id in ${made("queue")} and q.deleted_at is null`,
        sql`t.created_by is not null and t.id not in ${made("case")}`,
      ),
      counted("dashboard", sql`from artifacts t where t.id in ${made("dashboard")}`),
      counted("process", sql`from clarity_processes t where t.id in ${made("process")}`),
      counted("capture", sql`from clarity_captures t where t.process_id in ${made("process")}`, sql`t.id not in ${made("capture")}`),
      counted(
        "connection",
        sql`from connections t where t.custom_integration_id in ${made("integration")}`,
        sql`t.id not in ${made("connection")}`,
      ),
      counted("webhook_source", sql`from webhook_sources t where t.id in ${made("webhook_source")} and t.deleted_at is null`),
      counted("file", sql`from files t where t.id in ${made("file")} and t.version = 1`),
      counted("changed", sql`from files t where t.id in ${made("file")} and t.version > 1`),
      sql`select 'done' as kind, count(*)::int as count, 0 as by_people from sample_parts where sample_id = ${sampleId} and thing_id is null`,
    ],
    sql` union all `,
  );
}
