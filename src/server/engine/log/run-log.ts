import { type SQL, type SQLWrapper, and, eq, inArray, sql } from "drizzle-orm";
import type { RunStatus } from "#contract/runs/run.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { runMessages } from "./run-messages.table.ts";
import { endSteps } from "./run-steps.store.ts";
import type { Held, MessageRecord, NewMessage, RunPatch, RunRecord } from "./run-record.ts";
import { runs } from "#server/engine/runs.table.ts";
import { followRun } from "#server/queues/dispatch/follow-run.ts";
import type { Redactor } from "#server/engine/secrets/redactor.ts";
import { type RunEvent, type WorkerEvent, afterEvent, afterWorkerEvent, heldStatuses, isHeld } from "#server/engine/run-state.ts";

/** The worker no longer holds the run: it was stopped, or another worker took it. Nothing was written. */
export class LeaseLost extends Error {}

/**
 * A worker's write in one statement: changes the run if the worker still holds it, appends messages behind the last one, and does `also`,
 * statements that find the run's id in `written`. Throws {@link LeaseLost} when nothing was written. Within a transaction everything else
 * there stands or falls with it. `messageCount` makes it fail as well when somebody has written since. Nothing
 * that is written shows a value of the run's secrets.
 */
export async function writeHeld(
  db: Db,
  held: Held,
  { event, ...patch }: RunPatch & { event?: WorkerEvent },
  messages: NewMessage[] = [],
  also: SQL[] = [],
): Promise<void> {
  const ours = and(
    eq(runs.id, held.id),
    eq(runs.lease, held.lease),
    inArray(runs.status, [...heldStatuses]),
    held.messageCount === undefined ? undefined : eq(runs.message_count, held.messageCount),
  );
  const { redactor } = held.secrets;
  const shown = messages.map((message) => withoutSecrets(redactor, message));
  const columns = { ...patchWithoutSecrets(redactor, patch), ...(event && { status: afterWorkerEvent(event) }) };
  if (!(await write(db, ours, columns, shown, also))) throw new LeaseLost();
}

/** For what a worker may still do once its run was stopped, but not when another worker has taken it. Throws {@link LeaseLost}. */
export async function requireLease(tx: Db, { id, lease }: Pick<Held, "id" | "lease">): Promise<void> {
  const { rows } = await tx.execute(sql`select 1 from ${runs} where id = ${id} and lease = ${lease} for no key update`);
  if (rows.length === 0) throw new LeaseLost();
}

function withoutSecrets(redactor: Redactor, message: NewMessage): NewMessage {
  const { text_content, tool_name, tool_arguments, tool_result, tool_error, answer_state } = message;
  return {
    ...message,
    ...(text_content && { text_content: redactor.text(text_content) }),
    ...(tool_name && { tool_name: redactor.text(tool_name) }),
    ...(tool_arguments && { tool_arguments: redactor.json(tool_arguments) }),
    ...(tool_result && { tool_result: redactor.json(tool_result) }),
    ...(tool_error && { tool_error: redactor.text(tool_error) }),
    ...(answer_state && { answer_state: redactor.json(answer_state) }),
  };
}

function patchWithoutSecrets(redactor: Redactor, patch: RunPatch): RunPatch {
  const { failure, retry_reason } = patch;
  return {
    ...patch,
    ...(failure && { failure: redactor.json(failure) }),
    ...(retry_reason && { retry_reason: redactor.text(retry_reason) }),
  };
}

/**
 * A person's or the service's write, under a lock of the run's row that the caller already holds. An event that means nothing to the run is the
 * caller's mistake.
 */
export async function writeRun(
  db: Db,
  run: Pick<RunRecord, "id" | "status">,
  { event, ...patch }: RunPatch & { event?: RunEvent },
  messages: NewMessage[] = [],
  also: SQL[] = [],
): Promise<void> {
  const status = event ? afterEvent(run.status, event) : run.status;
  if (status === undefined) throw new Error(`A run that is ${run.status} knows no ${event}.`);
  await write(db, eq(runs.id, run.id), { ...patch, status }, messages, also);
}

/** As {@link writeRun}, for many runs in one statement, each with messages of its own. The event leads all of them to the same status. */
export async function writeRuns(
  db: Db,
  each: readonly { readonly run: Pick<RunRecord, "id">; readonly messages: readonly NewMessage[] }[],
  status: RunStatus,
  patch: RunPatch,
  also: SQL[] = [],
): Promise<void> {
  const counts = each.map(({ run, messages }) => ({ run_id: run.id, n: messages.length }));
  const changed = db
    .update(runs)
    .set({ ...columnsOf({ ...patch, status }), message_count: sql`${runs.message_count} + n.n` })
    .from(sql`json_to_recordset(${JSON.stringify(counts)}::json) as n(run_id uuid, n int)`)
    .where(sql`${runs.id} = n.run_id`)
    .returning(written);
  await follow(db, changed, [appendedEach(each), ...also], { ...patch, status });
}

type Columns = RunPatch & { status?: RunStatus };

/** What the rest of a statement finds in `written`. */
const written = { id: runs.id, message_count: runs.message_count, agent_id: runs.agent_id, team_id: runs.team_id };

async function write(db: Db, which: SQL | undefined, patch: Columns, messages: NewMessage[], also: SQL[]): Promise<boolean> {
  const changed = db
    .update(runs)
    .set({ ...columnsOf(patch, messages), ...(messages.length > 0 && { message_count: sql`${runs.message_count} + ${messages.length}` }) })
    .where(which)
    .returning(written);
  return follow(db, changed, [...(messages.length > 0 ? [appended(messages)] : []), ...also], patch);
}

/** What a worker wrote, or that it let go: it did not end with the run. Notes of the service are none of its work. */
function columnsOf({ input_tokens, output_tokens, ...columns }: Columns, messages: readonly NewMessage[] = []) {
  const letGo = columns.status !== undefined && !isHeld(columns.status);
  const progress = letGo || columns.worker_id === null || messages.some(({ type }) => type !== "system");
  return {
    ...columns,
    ...(letGo && { worker_id: null }),
    ...(progress && { claims: 0 }),
    updated_at: sql`now()`,
    ...(input_tokens && { input_tokens: sql`${runs.input_tokens} + ${input_tokens}` }),
    ...(output_tokens && { output_tokens: sql`${runs.output_tokens} + ${output_tokens}` }),
  };
}

/** Does the steps, and what becomes of cases and of what the runs were at, in the statement that changes runs. Returns whether there were any. */
async function follow(db: Db, changed: SQLWrapper, steps: readonly SQL[], { status, failure }: Columns): Promise<boolean> {
  const named = steps.map((step, i) => sql`, ${sql.raw(`step_${i}`)} as (${step})`);
  const followed = status ? sql`${followRun(status, failure)}${endSteps(status)}` : sql``;
  const { rowCount } = await db.execute(sql`with written as ${changed}${sql.join(named)}${followed} select id from written`);
  return rowCount !== 0;
}

const messageColumns = sql.raw(`id, run_id, seq, type, role, subtype, text_content, tool_call_id, tool_name, tool_arguments, tool_result,
      tool_error, answer_state, delivery, user_id, turn`);
const messageValues = sql.raw(`m.type, m.role, m.subtype, m.text_content, m.tool_call_id, m.tool_name,
      m.tool_arguments, m.tool_result, m.tool_error, m.answer_state, m.delivery, m.user_id, m.turn`);
const messageRecord = sql.raw(`id uuid, place int, type text, role text, subtype text,
      text_content text, tool_call_id text, tool_name text, tool_arguments json, tool_result json, tool_error text, answer_state json, delivery text, user_id uuid,
      turn int`);

/**
 * Inserts messages as the last ones of the run in `written`, whose `message_count` counts them already. They are one parameter, however many
 * there are: the statement stays the same and is planned once.
 */
export function appended(messages: readonly NewMessage[]): SQL {
  return sql`insert into run_messages (${messageColumns})
    select m.id, w.id, w.message_count - ${messages.length}::int + m.place, ${messageValues}
    from written w, json_to_recordset(${JSON.stringify(placed(messages))}::json) as m(${messageRecord})`;
}

/** As {@link appended}, for the messages of each of the runs in `written`. */
export function appendedEach(each: readonly { readonly run: Pick<RunRecord, "id">; readonly messages: readonly NewMessage[] }[]): SQL {
  const rows = each.flatMap(({ run, messages }) => placed(messages).map((row) => ({ ...row, run_id: run.id, of: messages.length })));
  return sql`insert into run_messages (${messageColumns})
    select m.id, w.id, w.message_count - m.of + m.place, ${messageValues}
    from written w join json_to_recordset(${JSON.stringify(rows)}::json) as m(run_id uuid, of int, ${messageRecord}) on m.run_id = w.id`;
}

function placed(messages: readonly NewMessage[]) {
  return messages.map((message, place) => ({ id: newId(), turn: 0, ...message, place }));
}

/** For {@link writeHeld}: what people wrote, up to a position in the run, has got further. */
export function delivered(from: readonly Delivery[], to: Delivery, before?: number): SQL {
  const early = before === undefined ? sql`` : sql` and seq < ${before}`;
  return sql`update run_messages set delivery = ${to}
    where run_id in (select id from written) and delivery = any(${sql.param(from)}::text[])${early}`;
}

type Delivery = NonNullable<MessageRecord["delivery"]>;

/** For {@link writeHeld}: what the model had begun to write has become a message, or nothing. */
export const draftDone = sql`delete from run_drafts where run_id in (select id from written)`;

/** Locks a run for a change by a person. Undefined when it does not exist. */
export async function lockRun(tx: Db, runId: string): Promise<RunRecord | undefined> {
  const [run] = await tx.select().from(runs).where(eq(runs.id, runId)).for("update");
  return run;
}

/** The calls of runs that have no result yet, in order. */
export async function openCalls(tx: Db, runIds: readonly string[]): Promise<MessageRecord[]> {
  const result = alias();
  return (
    await tx
      .select({ call: runMessages })
      .from(runMessages)
      .where(
        and(
          inArray(runMessages.run_id, [...runIds]),
          eq(runMessages.type, "tool_call"),
          sql`not exists (select 1 from ${runMessages} ${result} where ${result}.run_id = ${runMessages.run_id} and ${result}.type = 'tool_result' and ${result}.tool_call_id = ${runMessages.tool_call_id})`,
        ),
      )
      .orderBy(runMessages.seq)
  ).map((row) => row.call);
}

const alias = () => sql.raw("answer");
