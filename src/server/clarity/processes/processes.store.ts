import { and, count, desc, eq, or, type SQL, sql } from "drizzle-orm";
import type { CaptureCounts, ClarityProcess, ClarityProcessRow, ProcessStatus } from "#contract/clarity/process.ts";
import type { Who } from "#contract/rights.ts";
import { atLeast } from "#contract/roles.ts";
import { memberNamed } from "#server/clarity/landscape/member-named.ts";
import { failuresSinceEvidence } from "#server/clarity/measuring/outdated.store.ts";
import { newId } from "#server/platform/db/columns.ts";
import { contains } from "#server/platform/db/letters.ts";
import type { Db } from "#server/platform/db/open.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import { users } from "#server/teams/teams.table.ts";
import { clarityProcesses } from "./processes.table.ts";
import { stageOf } from "./stage.ts";

export type ProcessRecord = typeof clarityProcesses.$inferSelect;

/** The specification's record. */
export function toProcess({ analysis: _, generation_id: __, ...record }: ProcessRecord): ClarityProcess {
  return record;
}

export async function findProcess(db: Db, id: string): Promise<ProcessRecord | undefined> {
  const [row] = await db.select().from(clarityProcesses).where(eq(clarityProcesses.id, id));
  return row;
}

/** The row, locked until the transaction ends. */
export async function lockProcess(db: Db, id: string): Promise<ProcessRecord | undefined> {
  const [row] = await db.select().from(clarityProcesses).where(eq(clarityProcesses.id, id)).for("no key update");
  return row;
}

/** Those that somebody in the team sees, by the rule of the contract. */
export function seenBy({ userId, role }: Who): SQL | undefined {
  if (atLeast(role, "team:manager")) return undefined;
  return or(eq(clarityProcesses.visibility, "team"), eq(clarityProcesses.user_id, userId));
}

interface ProcessQuery {
  readonly teamId: string;
  readonly who: Who;
  readonly search?: string | undefined;
  readonly status?: ProcessStatus | undefined;
  readonly version?: number | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** SQL of how many captures of a type a process has. `process`: its id. */
const captured = (process: SQL, type: keyof CaptureCounts) =>
  sql`(select count(*)::int from clarity_captures c where c.process_id = ${process} and c.status <> 'pending' and c.type = ${sql.raw(`'${type}'`)})`;
export const countsOf = (process: SQL) =>
  sql<CaptureCounts>`jsonb_build_object('video', ${captured(process, "video")}, 'interview', ${captured(process, "interview")},
    'document', ${captured(process, "document")})`;

const id = sql`${clarityProcesses.id}`;
const listed = {
  id: clarityProcesses.id,
  name: clarityProcesses.name,
  status: clarityProcesses.status,
  visibility: clarityProcesses.visibility,
  version: clarityProcesses.version,
  capture_counts: countsOf(id),
  pending_invitation_count: sql<number>`(select count(*)::int from clarity_people p where p.process_id = ${id} and ${memberNamed("p")} is null)`,
  contributors: sql<ClarityProcessRow["contributors"]>`(select coalesce(jsonb_agg(jsonb_build_object('user_id', u.id, 'user_name', u.name)
    order by u.name collate "und-x-icu", u.id), '[]') from users u where u.id in (select c.user_id from clarity_captures c
      where c.process_id = ${id} and c.status <> 'pending'))`,
  created_at: clarityProcesses.created_at,
  updated_at: clarityProcesses.updated_at,
  created_by_name: users.name,
  stage: stageOf(id, sql`(${clarityProcesses.version} = 1 and ${clarityProcesses.analysis} is not null)`),
};

/** The last changed first. */
export async function listProcesses(db: Db, query: ProcessQuery): Promise<{ processes: ClarityProcessRow[]; total: number }> {
  const { teamId, who, search, status, version, limit, offset } = query;
  const where = and(
    eq(clarityProcesses.team_id, teamId),
    seenBy(who),
    search ? contains(clarityProcesses.name, search) : undefined,
    status && eq(clarityProcesses.status, status),
    version === undefined ? undefined : eq(clarityProcesses.version, version),
  );
  const [rows, [counted], failures] = await inSnapshot(db, async (at) => {
    const page = await at
      .select(listed)
      .from(clarityProcesses)
      .leftJoin(users, eq(users.id, clarityProcesses.user_id))
      .where(where)
      .orderBy(desc(clarityProcesses.updated_at), desc(clarityProcesses.id))
      .limit(limit)
      .offset(offset);
    const all = await at.select({ total: count() }).from(clarityProcesses).where(where);
    return [page, all, await failuresSinceEvidence(at, idsOf(page))] as const;
  });
  const processes = rows.map((row) => ({
    ...row,
    capture_count: sumOf(row.capture_counts),
    failures_since_evidence: failures.get(row.id) ?? 0,
  }));
  return { processes, total: counted?.total ?? 0 };
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map((row) => row.id);

/** How far one process is, as the list says it. */
export async function progressOf(db: Db, processId: string): Promise<Pick<ClarityProcessRow, "stage" | "failures_since_evidence">> {
  const [row] = await db.select({ stage: listed.stage }).from(clarityProcesses).where(eq(clarityProcesses.id, processId));
  const failures = await failuresSinceEvidence(db, [processId]);
  return { stage: row?.stage ?? "none", failures_since_evidence: failures.get(processId) ?? 0 };
}

export function sumOf({ video, interview, document }: CaptureCounts): number {
  return video + interview + document;
}

export async function countProcesses(db: Db, teamId: string): Promise<number> {
  const [row] = await db.select({ total: count() }).from(clarityProcesses).where(eq(clarityProcesses.team_id, teamId));
  return row?.total ?? 0;
}

type ProcessValues = Pick<ProcessRecord, "team_id" | "user_id" | "name"> & Partial<ProcessRecord>;

export async function insertProcess(db: Db, values: ProcessValues): Promise<ProcessRecord> {
  const [row] = await db
    .insert(clarityProcesses)
    .values({ id: newId(), ...values })
    .returning();
  if (!row) throw new Error("insert returned no process");
  return row;
}

export async function patchProcess(db: Db, processId: string, patch: Partial<ProcessRecord>): Promise<ProcessRecord> {
  const [row] = await db
    .update(clarityProcesses)
    .set({ ...patch, updated_at: sql`now()` })
    .where(eq(clarityProcesses.id, processId))
    .returning();
  if (!row) throw new Error("a locked process is gone");
  return row;
}

export async function removeProcess(db: Db, processId: string): Promise<void> {
  await db.delete(clarityProcesses).where(eq(clarityProcesses.id, processId));
}
