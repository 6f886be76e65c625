import { and, asc, count, eq, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type CaptureFinding, calledAs } from "#contract/clarity/artifact-imports.ts";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import type { Evidence } from "#contract/clarity/evidence.ts";
import { type CaptureRecord, toCapture } from "#server/clarity/processes/contents.store.ts";
import { clarityCaptures, clarityEvidence } from "#server/clarity/processes/processes.table.ts";
import { orRemove } from "#server/library/files/files.store.ts";
import { orphan } from "#server/library/room/orphans.store.ts";
import { contains } from "#server/platform/db/letters.ts";
import type { Db } from "#server/platform/db/open.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import type { Services } from "#server/platform/http/context.ts";
import { findPerson } from "#server/teams/teams/teams.store.ts";
import type { ReadCapture } from "./reading/read-capture.ts";

const c = clarityCaptures;
/** All but what it says, which is up to a million characters. */
const facts = { id: c.id, user_id: c.user_id, status: c.status, document_file_name: c.document_file_name, object_key: c.object_key };
const one = (processId: string, id: string) => and(eq(c.id, id), eq(c.process_id, processId));

export type FoundCapture = Pick<CaptureRecord, keyof typeof facts>;

export async function findCapture(db: Db, processId: string, id: string): Promise<FoundCapture | undefined> {
  const [row] = await db.select(facts).from(c).where(one(processId, id));
  return row;
}

/** Held until the transaction ends. */
export async function lockCapture(db: Db, processId: string, id: string): Promise<FoundCapture | undefined> {
  const [row] = await db.select(facts).from(c).where(one(processId, id)).for("update");
  return row;
}

/** With its whole transcript. */
export async function captureOf(db: Db, id: string): Promise<ClarityCapture> {
  const [row] = await db.select().from(c).where(eq(c.id, id));
  if (!row) throw refuse("not_found");
  return toCapture(row, (await findPerson(db, row.user_id))?.name ?? "Former member");
}

/** Those under way too. */
export async function countCaptures(db: Db, processId: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(c).where(eq(c.process_id, processId));
  return row?.n ?? 0;
}

type CaptureValues = Pick<CaptureRecord, "process_id" | "user_id" | "type" | "status" | "team_id"> & Partial<CaptureRecord>;

export async function insertCapture(db: Db, values: CaptureValues): Promise<{ id: string }> {
  const [row] = await db.insert(c).values(values).returning({ id: c.id });
  if (!row) throw new Error("insert returned no capture");
  return row;
}

/** Ends a capture with what was read from it, if that was not kept before. `name`: what its file is called after all. */
export async function endCapture(db: Db, id: string, read: ReadCapture | undefined, name?: string): Promise<void> {
  if (read) await keepRead(db, id, read);
  await db
    .update(c)
    .set({ status: "complete", ...(name !== undefined && { document_file_name: name }), updated_at: sql`now()` })
    .where(eq(c.id, id));
}

/** Keeps what was read of a capture, and cuts it into units. */
export async function keepRead(db: Db, id: string, read: ReadCapture): Promise<void> {
  const { transcript, videoTranscript, places, units, findings = null } = read;
  await db.update(c).set({ transcript, video_transcript: videoTranscript, document_text_metadata: places, findings }).where(eq(c.id, id));
  for (let at = 0; at < units.length; at += 1_000)
    await db
      .insert(clarityEvidence)
      .values(units.slice(at, at + 1_000).map((unit, index) => ({ capture_id: id, ordinal: at + index, ...unit })));
}

export async function listEvidence(
  db: Db,
  captureId: string,
  { limit, offset, search }: { limit: number; offset: number; search?: string | undefined },
): Promise<{ evidence: Evidence[]; total: number }> {
  const { text, person } = clarityEvidence;
  const of = and(eq(clarityEvidence.capture_id, captureId), search ? or(contains(text, search), contains(person, search)) : undefined);
  const [rows, [counted]] = await inSnapshot(db, (at) =>
    Promise.all([
      at.select().from(clarityEvidence).where(of).orderBy(asc(clarityEvidence.ordinal)).limit(limit).offset(offset),
      at.select({ total: count() }).from(clarityEvidence).where(of),
    ]),
  );
  return {
    evidence: rows.map(({ capture_id, ...unit }) => ({ id: evidenceId(capture_id, unit.ordinal), ...unit })),
    total: counted?.total ?? 0,
  };
}

export async function listFindings(db: Db, captureId: string): Promise<CaptureFinding[]> {
  const [row] = await db.select({ findings: c.findings }).from(c).where(eq(c.id, captureId));
  return (row?.findings ?? []).map(({ ordinal, ...finding }) => ({
    ...finding,
    evidence_id: ordinal === null ? null : evidenceId(captureId, ordinal),
  }));
}

/** The id of a unit, by which steps cite it. */
export function evidenceId(captureId: string, ordinal: number): string {
  return `${captureId}:${ordinal}`;
}

/** What another capture of its process is called that came from the same file. Undefined: none did. */
export async function findSameFile(db: Db, id: string): Promise<string | undefined> {
  const other = alias(c, "other");
  const [row] = await db
    .select({ name: other.document_file_name })
    .from(c)
    .innerJoin(other, and(eq(other.process_id, c.process_id), ne(other.id, c.id), eq(other.status, "complete")))
    // Of the same size at first: what captures say is long.
    .where(and(eq(c.id, id), eq(other.size_bytes, c.size_bytes), sql`${other.transcript}::text = ${c.transcript}::text`))
    .limit(1);
  return row?.name ? calledAs(row.name) : undefined;
}

/** Whether it is cut into units. */
export async function hasUnits(db: Db, captureId: string): Promise<boolean> {
  const [unit] = await db
    .select({ ordinal: clarityEvidence.ordinal })
    .from(clarityEvidence)
    .where(eq(clarityEvidence.capture_id, captureId))
    .limit(1);
  return unit !== undefined;
}

/** How far a recording is that a model writes down. */
export async function setListened(db: Db, id: string, status: "processing" | "failed", failure: string | null = null): Promise<void> {
  await db
    .update(c)
    .set({ status, failure, updated_at: sql`now()` })
    .where(eq(c.id, id));
}

export async function removeCapture(db: Db, id: string): Promise<void> {
  await db.delete(c).where(eq(c.id, id));
}

/** What a signed address for the upload of a capture says. */
export interface CaptureGrant {
  readonly team: string;
  readonly capture: string;
  /** Bytes of a recording, which may be larger. */
  readonly most?: number;
}

/** Takes bytes that have arrived at a signed address. Once the capture was read or deleted, none are wanted any more. */
export async function keepCaptureFile(
  { store, objects }: Pick<Services, "store" | "objects">,
  { capture }: CaptureGrant,
  objectKey: string,
  size: number,
): Promise<void> {
  await orRemove(objects, objectKey, () =>
    store.db.transaction(async (tx) => {
      const [row] = await tx
        .select(facts)
        .from(c)
        .where(and(eq(c.id, capture), eq(c.status, "pending")))
        .for("update");
      if (!row) throw refuse("not_found", "This upload has ended. Add the file again.");
      await tx.update(c).set({ object_key: objectKey, size_bytes: size }).where(eq(c.id, capture));
      if (row.object_key) await orphan(tx, [row.object_key]);
    }),
  );
}

/** Lets go of uploads that nobody has finished within a day, and of interviews without an answer, so many in a statement. */
export async function removeStaleCaptures({ store }: Pick<Services, "store">, closed: () => boolean, atOnce = 1_000): Promise<void> {
  const portion = sql`
    delete from ${c} where ctid = any(array(
      select ctid from ${c} where status = 'pending' and created_at < now() - interval '24 hours'
      order by created_at limit ${atOnce} for update skip locked))`;
  while (!closed() && (await store.db.execute(portion)).rowCount === atOnce);
}
