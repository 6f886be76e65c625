import { and, asc, desc, eq, getTableColumns, isNull, ne, sql } from "drizzle-orm";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import { mediaOf } from "#contract/clarity/media.ts";
import type { CurrentProcessVersion, ProcessStatus, ProposalVersion } from "#contract/clarity/process.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { users } from "#server/teams/teams.table.ts";
import { clarityCaptures, claritySnapshots } from "./processes.table.ts";

const { video_transcript, document_text_metadata, transcript, findings: _, ...facts } = getTableColumns(clarityCaptures);
/** What a reading without text says of it. The text stays in the store: a process has up to two hundred captures of a million characters. */
const flags = {
  hasTranscript: sql<boolean>`${transcript} is not null`,
  hasVideoTranscript: sql<boolean>`${video_transcript} is not null`,
  transcriptQuestionCount: sql<number>`case when ${facts.type} = 'interview' and ${transcript} is not null
    then (select count(*)::int from json_array_elements(${transcript}) m where m ->> 'source' <> 'user') else 0 end`,
};
const unsaid = { video_transcript: null, document_text_metadata: null, transcript: null, findings: null };

/** What was collected about a process, the oldest first, without uploads under way. `lite`: without what was said. */
export async function listCaptures(db: Db, processId: string, mode: "full" | "lite"): Promise<ClarityCapture[]> {
  const of = and(eq(clarityCaptures.process_id, processId), ne(clarityCaptures.status, "pending"));
  const inOrder = [asc(clarityCaptures.created_at), asc(clarityCaptures.id)];
  const author = eq(users.id, clarityCaptures.user_id);
  if (mode === "full") {
    const whole = db.select({ capture: clarityCaptures, name: users.name }).from(clarityCaptures).innerJoin(users, author);
    const rows = await whole.where(of).orderBy(...inOrder);
    return rows.map(({ capture, name }) => toCapture(capture, name));
  }
  const brief = db.select({ facts, flags, name: users.name }).from(clarityCaptures).innerJoin(users, author);
  const rows = await brief.where(of).orderBy(...inOrder);
  return rows.map((row) => ({ ...toCapture({ ...row.facts, ...unsaid }, row.name), ...row.flags }));
}

/** Whether anything was collected about a process. */
export async function isCaptured(db: Db, processId: string): Promise<boolean> {
  const [capture] = await db
    .select({ id: clarityCaptures.id })
    .from(clarityCaptures)
    .where(and(eq(clarityCaptures.process_id, processId), ne(clarityCaptures.status, "pending")))
    .limit(1);
  return capture !== undefined;
}

export type CaptureRecord = typeof clarityCaptures.$inferSelect;

/** The specification's record. */
export function toCapture(one: CaptureRecord, userName: string): ClarityCapture {
  return {
    id: one.id,
    processId: one.process_id,
    userId: one.user_id,
    userName: one.person ?? userName,
    type: one.type,
    videoUrl: one.video_url ?? playedFrom(one),
    videoTranscript: one.video_transcript,
    documentFileName: one.document_file_name,
    documentTextMetadata: one.document_text_metadata,
    transcript: one.transcript,
    hasTranscript: one.transcript !== null,
    hasVideoTranscript: one.video_transcript !== null,
    transcriptQuestionCount: one.type === "interview" ? (one.transcript ?? []).filter(({ source }) => source !== "user").length : 0,
    status: one.status,
    ...(one.failure !== null && { failureReason: one.failure }),
    createdAt: one.created_at,
    updatedAt: one.updated_at,
  };
}

/** Where the address of a recording is requested. A copy of its process has none. */
function playedFrom({ id, process_id, object_key, document_file_name: name }: CaptureRecord): string | null {
  if (object_key === null || name === null || mediaOf(name) === undefined) return null;
  return `/v2/clarity-v2/processes/${process_id}/captures/${id}/download-url`;
}

const told = {
  id: claritySnapshots.id,
  process_id: claritySnapshots.process_id,
  created_at: claritySnapshots.created_at,
  status: claritySnapshots.status,
  creator_type: claritySnapshots.creator_type,
  user_id: claritySnapshots.user_id,
  kind: claritySnapshots.kind,
  parent_id: claritySnapshots.parent_id,
  current_process_id: claritySnapshots.current_process_id,
};

/** The versions of both kinds, the newest first, without what they say. */
export async function listVersions(db: Db, processId: string): Promise<{ current: CurrentProcessVersion[]; proposals: ProposalVersion[] }> {
  const rows = await db
    .select(told)
    .from(claritySnapshots)
    .where(and(eq(claritySnapshots.process_id, processId), isNull(claritySnapshots.archived_at)))
    .orderBy(desc(claritySnapshots.created_at), desc(claritySnapshots.id));
  const versions = rows.map(({ kind, parent_id, current_process_id, ...row }) => ({
    kind,
    parent_id,
    current_process_id,
    row: { ...row, sandbox_id: null, last_session_id: null },
  }));
  return {
    current: versions.flatMap(({ kind, parent_id, row }) =>
      kind === "current_process" ? [{ ...row, parent_current_process_id: parent_id }] : [],
    ),
    proposals: versions.flatMap(({ kind, parent_id, current_process_id, row }) =>
      kind === "transformation_proposal" && current_process_id !== null
        ? [{ ...row, clarity_current_process_id: current_process_id, parent_transformation_proposal_id: parent_id }]
        : [],
    ),
  };
}

/** The files of its captures count against the team that the process is moved to. */
export async function moveCaptures(db: Db, processId: string, teamId: string): Promise<void> {
  await db.update(clarityCaptures).set({ team_id: teamId }).where(eq(clarityCaptures.process_id, processId));
}

/**
 * Copies captures and live versions into a process that has none yet. Files stay with the original: what was read from them is copied. Returns what
 * the copy is then: what its original waits for may not have been copied.
 */
export async function copyContents(db: Db, from: string, to: string): Promise<ProcessStatus> {
  const { rows } = await db.execute<{ old: string; made: string }>(sql`
    with pairs as (select id as old, gen_random_uuid() as made from clarity_captures where process_id = ${from} and status = 'complete'),
      copied as (
        insert into clarity_captures (id, process_id, user_id, type, status, video_url, video_transcript, document_file_name,
          document_text_metadata, transcript, person, findings, created_at, updated_at)
        select made, ${to}, user_id, type, status, video_url, video_transcript, document_file_name, document_text_metadata, transcript, person,
          findings, created_at, updated_at from clarity_captures join pairs on old = id),
      cited as (
        insert into clarity_evidence (capture_id, ordinal, locator, text, person)
        select made, ordinal, locator, text, person from clarity_evidence join pairs on old = capture_id)
    select old, made from pairs`);
  const current = newId();
  const drawn = await copyLive(db, { from, to, kind: "current_process", id: current, of: null, captures: rows });
  // A proposal changes the current process: without a live one there is nothing that a copy of it would change.
  if (drawn) {
    const proposal = newId();
    const requests = await requestPairs(db, from);
    await copyLive(db, { from, to, kind: "transformation_proposal", id: proposal, of: current, captures: [...rows, ...requests] });
    await copyRequests(db, { to, proposal, requests });
  }
  if (drawn) return "complete";
  return rows.length > 0 ? "collecting" : "draft";
}

type Pair = Readonly<Record<"old" | "made", string>>;

/** What the live proposal of a process asks for, with ids for a copy. */
async function requestPairs(db: Db, from: string): Promise<Pair[]> {
  const { rows } = await db.execute<Pair>(sql`
    select r.id as old, gen_random_uuid() as made from clarity_requests r join clarity_snapshots s on s.process_id = r.process_id
    where r.process_id = ${from} and r.resolved_at is null and s.kind = 'transformation_proposal' and s.status = 'live'
      and position(r.id::text in s.data::text) > 0`);
  return rows;
}

/** Of a copy nobody is asked yet. */
async function copyRequests(
  db: Db,
  { to, proposal, requests }: { to: string; proposal: string; requests: readonly Pair[] },
): Promise<void> {
  await db.execute(sql`
    insert into clarity_requests (id, process_id, proposal_id, step_id, gap, suggested_prompt, priority)
    select p.made, ${to}, ${proposal}, r.step_id, r.gap, r.suggested_prompt, r.priority
    from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as p(old uuid, made uuid) join clarity_requests r on r.id = p.old`);
}

interface Copy {
  readonly from: string;
  readonly to: string;
  readonly kind: "current_process" | "transformation_proposal";
  readonly id: string;
  readonly of: string | null;
  /** Steps of the copy name the copies of captures and requests. */
  readonly captures: readonly Pair[];
}

async function copyLive(db: Db, { from, to, kind, id, of, captures }: Copy): Promise<boolean> {
  const [live] = await db
    .select({ creator_type: claritySnapshots.creator_type, user_id: claritySnapshots.user_id, data: claritySnapshots.data })
    .from(claritySnapshots)
    .where(and(eq(claritySnapshots.process_id, from), eq(claritySnapshots.kind, kind), eq(claritySnapshots.status, "live")));
  if (!live) return false;
  const cited = captures.reduce((text, { old, made }) => text.replaceAll(old, made), JSON.stringify(live.data));
  const data = JSON.parse(cited) as typeof live.data;
  await db.insert(claritySnapshots).values({ ...live, data, id, process_id: to, kind, status: "live", current_process_id: of });
  return true;
}
