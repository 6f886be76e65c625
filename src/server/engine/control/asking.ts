import { and, inArray, isNull, sql } from "drizzle-orm";
import { mapTexts, withPlainNumbers } from "#contract/exact-json.ts";
import { ownedStatuses } from "#contract/queues/case.ts";
import type { AskedToolCall, Question } from "#contract/runs/human-requests.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { type AskedTool, humanRequests } from "#server/runs/requests/human-requests.table.ts";
import type { RunRecord } from "#server/engine/log/run-record.ts";

/** A call that is made once a person says yes to exactly this. */
export interface AskedCall {
  readonly kind: "tool_call";
  readonly title: string;
  readonly call: Omit<AskedToolCall, "changed">;
  /** It was allowed for another definition of the tool, and nobody has seen what differs. */
  readonly redefined?: boolean;
  /** Names everything that the yes is for. */
  readonly bound: string;
  /** What a yes to all such calls would allow. */
  readonly tool: AskedTool;
}

/** What a tool asks. */
export type Asked =
  | AskedCall
  | {
      readonly kind: "approval" | "question" | "outcome";
      readonly title: string;
      readonly description?: string | undefined;
      readonly questions?: Question[] | undefined;
    }
  | {
      /** Several people decide about a case, each by a row of their own. */
      readonly kind: "approval_batch";
      readonly title: string;
      readonly caseId: string;
      readonly rows: readonly { readonly userId: string; readonly prompt: string }[];
    };
export type Ask = Asked & { readonly callId: string };

/** Opens a request, and notes it on the case that the run works on. */
export async function openRequest(tx: Db, run: RunRecord, given: Ask): Promise<void> {
  const ask = asWritten(given);
  if (ask.kind === "approval_batch") return openBatch(tx, run, ask);
  const id = newId();
  const call =
    ask.kind === "tool_call" ? { ...ask.call, changed: ask.redefined === true || (await wasAsked(tx, run.id, ask.callId)) } : null;
  await tx.insert(humanRequests).values({
    id,
    run_id: run.id,
    team_id: run.team_id,
    tool_call_id: ask.callId,
    kind: ask.kind,
    title: ask.title,
    ...(ask.kind === "tool_call"
      ? { asked_call: call, tool_call: withPlainNumbers(call) as typeof call, bound: ask.bound, asked_tool: ask.tool }
      : { description: ask.description ?? null, questions: ask.questions ?? null }),
  });
  await noteAsking(tx, run.id, id, ask.title);
}

/** Whether this call was approved before: what it was approved for is no longer there. */
async function wasAsked(tx: Db, runId: string, callId: string): Promise<boolean> {
  return (await requestsOfCall(tx, runId, callId)).length > 0;
}

/** Whether a person said yes to this call as it is now. A no is the result of the call. */
export async function isApproved(db: Db, runId: string, callId: string, bound: string): Promise<boolean> {
  return (await requestsOfCall(db, runId, callId)).some((one) => one.bound === bound && one.approved);
}

async function requestsOfCall(db: Db, runId: string, callId: string): Promise<{ bound: string; approved: boolean }[]> {
  const { rows } = await db.execute<{ bound: string; approved: boolean }>(sql`
    select bound, response::jsonb ->> 'approved' = 'true' as approved from human_requests
    where run_id = ${runId}::uuid and tool_call_id = ${callId} and kind = 'tool_call' and responded_at is not null`);
  return rows;
}

/**
 * A request whose digits and letters are seen in the order in which they are stored. What it asks often quotes what a stranger wrote, such as a
 * supplier's name; with one mark in it the amount behind it would be read backwards, and approved.
 */
function asWritten<T>(value: T): T {
  const straight = (text: string) => text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "\uFFFD");
  return mapTexts(value, straight, (key) => key) as T;
}

async function openBatch(tx: Db, run: RunRecord, ask: Extract<Ask, { kind: "approval_batch" }>): Promise<void> {
  const rows = ask.rows.map(({ userId, prompt }, place) => ({ id: newId(), place, user_id: userId, prompt }));
  await tx.execute(sql`
    with batch as (
      insert into case_approval_batches (id, case_id, run_id, tool_call_id, title)
      values (${newId()}::uuid, ${ask.caseId}::uuid, ${run.id}::uuid, ${ask.callId}, ${ask.title}) returning id),
    asked as (
      insert into case_approvals (id, batch_id, place, assignee_user_id, prompt)
      select r.id, b.id, r.place, r.user_id, r.prompt
      from batch b, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, place int, user_id uuid, prompt text))
    update queues set has_approvals = true
    where not has_approvals and id = (select queue_id from cases where id = ${ask.caseId}::uuid)`);
  await noteAsking(tx, run.id, null, ask.title);
}

/** Notes on the case that a run owns, if it owns one, that the run asks somebody. */
async function noteAsking(tx: Db, runId: string, requestId: string | null, title: string): Promise<void> {
  await tx.execute(sql`
    insert into case_events (case_id, type, reason, run_id, agent_id, human_request_id)
    select c.id, 'human_request_created', ${title}, r.id, r.agent_id, ${requestId}::uuid from cases c join runs r on r.id = c.run_id
    where c.run_id = ${runId} and c.state = any(${sql.param([...ownedStatuses])}::text[])`);
}

/** Notes an answer where the question was noted: a case that a person took from its run meanwhile still tells how that ended. */
export async function noteAnswer(tx: Db, runId: string, requestId: string | null, userId: string, reason: string | null): Promise<void> {
  await tx.execute(sql`
    insert into case_events (case_id, type, reason, run_id, agent_id, human_request_id, user_id)
    select c.id, 'human_request_answered', ${reason}, r.id, r.agent_id, ${requestId}::uuid, ${userId}::uuid
    from runs r join cases c on c.id = r.case_queue_item_id
    where r.id = ${runId} and exists (
      select 1 from case_events e where e.case_id = c.id and e.run_id = r.id and e.type = 'human_request_created'
        and e.human_request_id is not distinct from ${requestId}::uuid)`);
}

/** Whether a run waits for anybody. */
export async function stillAsks(tx: Db, runId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from human_requests where run_id = ${runId} and responded_at is null and cancelled_at is null
    union all select 1 from case_approval_batches where run_id = ${runId} and resolved_at is null and cancelled_at is null limit 1`);
  return rows.length > 0;
}

/** Closes what runs still ask, for instance because they were stopped. Returns the calls that were waiting. */
export async function cancelRequests(
  tx: Db,
  runIds: readonly string[],
  reason: string,
): Promise<{ tool_call_id: string; tool_name: string; wants: "answer" | "approval" }[]> {
  const requests = await tx
    .update(humanRequests)
    .set({ cancelled_at: sql`now()` })
    .where(and(inArray(humanRequests.run_id, [...runIds]), isNull(humanRequests.responded_at), isNull(humanRequests.cancelled_at)))
    .returning({ tool_call_id: humanRequests.tool_call_id, kind: humanRequests.kind, tool_name: calledName });
  const { rows: batches } = await tx.execute<{ tool_call_id: string }>(sql`
    update case_approval_batches set cancelled_at = now(), cancellation_reason = ${reason}
    where run_id = any(${sql.param([...runIds])}::uuid[]) and resolved_at is null and cancelled_at is null returning tool_call_id`);
  return [
    ...requests.map(({ kind, ...call }) => ({ ...call, wants: kind === "tool_call" ? ("approval" as const) : ("answer" as const) })),
    ...batches.map(({ tool_call_id }) => ({ tool_call_id, tool_name: approvalTool, wants: "answer" as const })),
  ];
}

/** The name that a request's call was made by. */
export const calledName = sql<string>`coalesce((select m.tool_name from run_messages m
  where m.run_id = human_requests.run_id and m.tool_call_id = human_requests.tool_call_id and m.type = 'tool_call'), 'ask_person')`;

export const approvalTool = "request_approval";
