import { and, eq, inArray, isNull, notInArray, sql } from "drizzle-orm";
import type { ExtraCaptureRequest } from "#contract/clarity/extra-capture.ts";
import type { Step } from "#contract/clarity/step.ts";
import { clarityCaptures } from "#server/clarity/processes/processes.table.ts";
import type { Db } from "#server/platform/db/open.ts";
import { clarityRequests } from "./requests.table.ts";

const r = clarityRequests;
const c = clarityCaptures;
export type RequestRecord = typeof r.$inferSelect;

/** A request with whether its capture is complete. */
export interface FoundRequest extends RequestRecord {
  readonly answered: boolean;
}

const answered = sql<boolean>`coalesce(${c.status} = 'complete', false)`;
const found = (db: Db) => db.select({ request: r, answered }).from(r).leftJoin(c, eq(c.id, r.capture_id));

/** The specification's record, as `proposal` asks it. */
export function toRequest({ answered: isAnswered, ...one }: FoundRequest, proposal = one.proposal_id): ExtraCaptureRequest {
  const { id, step_id, capture_id, requested_user_id, gap, suggested_prompt, priority, created_at, updated_at } = one;
  const status = one.resolved_at !== null ? "resolved" : isAnswered ? "captured" : "requested";
  const said = { gap, suggested_prompt, priority, created_at, updated_at };
  return { id, proposal_id: proposal, step_id, capture_id, requested_user_id, status, ...said };
}

/** Whether somebody is asked about a process, or answered. */
export async function wasAsked(db: Db, processId: string, userId: string): Promise<boolean> {
  const one = await db
    .select({ id: r.id })
    .from(r)
    .where(and(eq(r.process_id, processId), eq(r.requested_user_id, userId)))
    .limit(1);
  return one.length > 0;
}

/** What is asked about a process. */
export async function listOpenRequests(db: Db, processId: string): Promise<FoundRequest[]> {
  const rows = await found(db).where(and(eq(r.process_id, processId), isNull(r.resolved_at)));
  return rows.map((row) => ({ ...row.request, answered: row.answered }));
}

export async function findRequest(db: Db, processId: string, id: string): Promise<FoundRequest | undefined> {
  const [row] = await found(db).where(and(eq(r.process_id, processId), eq(r.id, id)));
  return row && { ...row.request, answered: row.answered };
}

/** What a capture answers. */
export async function requestAnsweredBy(db: Db, captureId: string): Promise<RequestRecord | undefined> {
  const [row] = await db
    .select()
    .from(r)
    .where(and(eq(r.capture_id, captureId), isNull(r.resolved_at)));
  return row;
}

export async function patchRequest(
  db: Db,
  id: string,
  patch: Partial<Pick<RequestRecord, "requested_user_id" | "capture_id">>,
): Promise<void> {
  await db
    .update(r)
    .set({ ...patch, updated_at: sql`clock_timestamp()` })
    .where(eq(r.id, id));
}

type RequestValues = Pick<RequestRecord, "id" | "process_id" | "proposal_id" | "step_id" | "gap" | "suggested_prompt" | "priority">;

export async function insertRequests(db: Db, values: RequestValues[]): Promise<void> {
  if (values.length > 0) await db.insert(r).values(values);
}

/** Nobody is asked any more: all but these. The caller holds the process. */
export async function resolveOthers(db: Db, processId: string, kept: readonly string[]): Promise<RequestRecord[]> {
  return db
    .update(r)
    .set({ resolved_at: sql`clock_timestamp()`, updated_at: sql`clock_timestamp()` })
    .where(and(eq(r.process_id, processId), isNull(r.resolved_at), kept.length > 0 ? notInArray(r.id, [...kept]) : undefined))
    .returning();
}

/** The ids that steps name. */
export function requestIdsOf(steps: readonly Step[]): string[] {
  return steps.flatMap(({ extraCaptureNeeded }) => extraCaptureNeeded?.id ?? []);
}

/** Those of some requests that the steps name, in the order of the steps. */
export function askedBy(steps: readonly Step[], requests: readonly FoundRequest[]): FoundRequest[] {
  const byId = new Map(requests.map((one) => [one.id, one]));
  return requestIdsOf(steps).flatMap((id) => byId.get(id) ?? []);
}

/** Requests of a process by their ids, whatever became of them. */
export async function requestsById(db: Db, processId: string, ids: readonly string[]): Promise<Map<string, RequestRecord>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(r)
    .where(and(eq(r.process_id, processId), inArray(r.id, [...ids])));
  return new Map(rows.map((row) => [row.id, row]));
}
