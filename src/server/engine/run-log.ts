import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Config } from "#contract/agents/config.ts";
import type { Question } from "#contract/runs/human-requests.ts";
import type { RunStatus } from "#contract/runs/runs.ts";
import { newId } from "#server/db/columns.ts";
import type { Db } from "#server/db/open.ts";
import { humanRequests, runMessages, runs, webhookDeliveries } from "#server/db/tables/runs.ts";

export type RunRecord = typeof runs.$inferSelect;
/** A run that a worker holds, with the configuration of its revision; null when that has none. */
export type ClaimedRun = RunRecord & { readonly config: Config | null };
export type MessageRecord = typeof runMessages.$inferSelect;
/** A message before it has its place in a run. */
export type NewMessage = Omit<typeof runMessages.$inferInsert, "run_id" | "seq" | "created_at">;

/** The worker no longer holds the run: it was stopped, or another worker took it. Nothing was written. */
export class LeaseLost extends Error {}

export interface Held {
  readonly id: string;
  readonly lease: number;
}

export type RunPatch = Partial<
  Pick<
    RunRecord,
    | "status"
    | "started_at"
    | "completed_at"
    | "failure"
    | "attempt"
    | "next_attempt_at"
    | "retry_reason"
    | "code_starts"
    | "sandbox_id"
    | "lease_until"
  >
> & { input_tokens?: number; output_tokens?: number };

/**
 * A worker's write: locks the run, checks that the worker still holds it, changes the run and appends messages behind the last one.
 * Throws {@link LeaseLost}. Call it inside a transaction; everything else written there stands or falls with it.
 */
export async function writeHeld(tx: Db, held: Held, patch: RunPatch, messages: NewMessage[] = []): Promise<void> {
  const [row] = await tx
    .update(runs)
    .set(changes(patch, messages.length))
    .where(stillHeld(held))
    .returning({ message_count: runs.message_count });
  if (!row) throw new LeaseLost();
  await insertMessages(tx, held.id, row.message_count - messages.length, messages);
}

/** Locks a held run without changing it and returns how many messages it has. Throws {@link LeaseLost}. */
export async function lockHeld(tx: Db, held: Held): Promise<number> {
  const [row] = await tx.select({ message_count: runs.message_count }).from(runs).where(stillHeld(held)).for("no key update");
  if (!row) throw new LeaseLost();
  return row.message_count;
}

function stillHeld(held: Held) {
  return and(eq(runs.id, held.id), eq(runs.lease, held.lease), inArray(runs.status, ["starting", "running"]));
}

/** A person's or the service's write, under a lock of the run's row that the caller already holds. */
export async function writeRun(tx: Db, runId: string, patch: RunPatch, messages: NewMessage[] = []): Promise<void> {
  const [row] = await tx
    .update(runs)
    .set(changes(patch, messages.length))
    .where(eq(runs.id, runId))
    .returning({ message_count: runs.message_count });
  if (row) await insertMessages(tx, runId, row.message_count - messages.length, messages);
}

function changes({ input_tokens, output_tokens, ...patch }: RunPatch, added: number) {
  return {
    ...patch,
    updated_at: sql`now()`,
    ...(added > 0 && { message_count: sql`${runs.message_count} + ${added}` }),
    ...(input_tokens && { input_tokens: sql`${runs.input_tokens} + ${input_tokens}` }),
    ...(output_tokens && { output_tokens: sql`${runs.output_tokens} + ${output_tokens}` }),
  };
}

async function insertMessages(tx: Db, runId: string, first: number, messages: NewMessage[]): Promise<void> {
  if (messages.length === 0) return;
  await tx.insert(runMessages).values(messages.map((message, i) => ({ id: newId(), ...message, run_id: runId, seq: first + i })));
}

/** Locks a run for a change by a person. Undefined when it does not exist. */
export async function lockRun(tx: Db, runId: string): Promise<RunRecord | undefined> {
  const [run] = await tx.select().from(runs).where(eq(runs.id, runId)).for("update");
  return run;
}

export function systemMessage(subtype: string, text: string): NewMessage {
  return { type: "system", role: "system", subtype, text_content: text };
}

/** The result of a tool call, as a message. */
export function toolResult(callId: string, name: string, outcome: { value: unknown } | { error: string }): NewMessage {
  return "error" in outcome
    ? { type: "tool_result", role: "tool", tool_call_id: callId, tool_name: name, tool_error: storable(outcome.error) }
    : {
        type: "tool_result",
        role: "tool",
        tool_call_id: callId,
        tool_name: name,
        tool_result: { value: storableJson(outcome.value ?? null) },
      };
}

/** Text that PostgreSQL takes: no NUL and no half of a character pair. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll("\u0000", "\uFFFD");
}

/** A JSON value whose every text, keys too, can be stored. */
export function storableJson(value: unknown): unknown {
  if (typeof value === "string") return storable(value);
  if (Array.isArray(value)) return value.map(storableJson);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, v]) => [storable(key), storableJson(v)]));
  return value;
}

/** The calls of a run that have no result yet, in order. */
export async function openCalls(tx: Db, runId: string): Promise<MessageRecord[]> {
  const result = alias();
  return (
    await tx
      .select({ call: runMessages })
      .from(runMessages)
      .where(
        and(
          eq(runMessages.run_id, runId),
          eq(runMessages.type, "tool_call"),
          sql`not exists (select 1 from ${runMessages} ${result} where ${result}.run_id = ${runMessages.run_id} and ${result}.type = 'tool_result' and ${result}.tool_call_id = ${runMessages.tool_call_id})`,
        ),
      )
      .orderBy(runMessages.seq)
  ).map((row) => row.call);
}
const alias = () => sql.raw("answer");

export interface Ask {
  readonly callId: string;
  readonly kind: "approval" | "question" | "outcome";
  readonly title: string;
  readonly description?: string | undefined;
  readonly questions?: Question[] | undefined;
}

export async function openRequest(tx: Db, run: RunRecord, ask: Ask): Promise<string> {
  const id = newId();
  await tx.insert(humanRequests).values({
    id,
    run_id: run.id,
    team_id: run.team_id,
    tool_call_id: ask.callId,
    kind: ask.kind,
    title: ask.title,
    description: ask.description ?? null,
    questions: ask.questions ?? null,
  });
  return id;
}

/** Closes what a run still asks, for instance because it was stopped. Returns the calls that were waiting. */
export async function cancelRequests(tx: Db, runId: string): Promise<{ tool_call_id: string }[]> {
  return tx
    .update(humanRequests)
    .set({ cancelled_at: sql`now()` })
    .where(and(eq(humanRequests.run_id, runId), isNull(humanRequests.responded_at), isNull(humanRequests.cancelled_at)))
    .returning({ tool_call_id: humanRequests.tool_call_id });
}

/** Puts an event for the run's webhook into the outbox, if it has one. */
export async function announce(
  tx: Db,
  run: Pick<RunRecord, "id" | "team_id" | "webhook_url">,
  event: string,
  status: RunStatus,
): Promise<void> {
  if (!run.webhook_url) return;
  await tx.insert(webhookDeliveries).values({ run_id: run.id, team_id: run.team_id, url: run.webhook_url, event, status });
}
