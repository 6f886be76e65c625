import type { MessageBody, PatchBody } from "#contract/clarity/chat-message.ts";
import { rebasePatch } from "#contract/clarity/edit/guarded-patch.ts";
import { withTitles } from "#contract/clarity/edit/titled-prose.ts";
import { dataVersion } from "#contract/clarity/snapshot.ts";
import { type ClaimedGeneration, removeHeld, writeHeld } from "#server/clarity/generation/generations.store.ts";
import type { Pipeline } from "#server/clarity/generation/pipeline.ts";
import { lockProcess, type ProcessRecord } from "#server/clarity/processes/processes.store.ts";
import { hasSnapshotRoom, noSnapshotRoom } from "#server/clarity/snapshots/require-snapshot.ts";
import { settleProcess } from "#server/clarity/snapshots/settle-snapshot.ts";
import { findSnapshot, insertSnapshot } from "#server/clarity/snapshots/snapshots.store.ts";
import { storable } from "#server/engine/log/log-messages.ts";
import { LeaseLost } from "#server/engine/log/run-log.ts";
import type { EngineServices } from "#server/engine/services.ts";
import type { Db } from "#server/platform/db/open.ts";
import { findPerson } from "#server/teams/teams/teams.store.ts";
import { askEditor } from "./ask-editor.ts";
import { insertChatMessage, listChatMessages, touchConversation } from "./chat.store.ts";

const step: Pipeline["step"] = async (services, held, process, signal) => {
  const { db } = services.store;
  const { conversationId, snapshotId, userId } = talkOf(held);
  const snapshot = await findSnapshot(db, held.process_id, held.kind, snapshotId);
  if (!snapshot) {
    await fail(services, held, "The version that this is about was archived. Choose another one.");
    return undefined;
  }
  const messages = await listChatMessages(db, conversationId);
  const person = (await findPerson(db, userId))?.name ?? "A person";
  const came = await askEditor(services, held, { process, steps: snapshot.data.steps, messages, person }, signal);
  if ("turns" in came) {
    const clean = { attempt: 0, retry_reason: null };
    return { ...held, ...clean, turns: await writeHeld(db, held, { turns: came.turns, ...clean }) };
  }
  await end(services, held, came.says);
  return undefined;
};

async function fail(services: EngineServices, held: ClaimedGeneration, why: string): Promise<void> {
  await end(services, held, { kind: "error", text: storable(why).slice(0, 1_000) });
}

/** What a conversation waits for once this was said. */
function statusAfter({ kind }: MessageBody): "open" | "waiting_for_patch" | "waiting_for_hitl" {
  return kind === "patch" ? "waiting_for_patch" : kind === "hitl_question" ? "waiting_for_hitl" : "open";
}

async function end(services: EngineServices, held: ClaimedGeneration, says: MessageBody): Promise<void> {
  const { conversationId, snapshotId } = talkOf(held);
  await services.store.db.transaction(async (tx) => {
    const process = await lockProcess(tx, held.process_id);
    if (!process) throw new LeaseLost();
    await removeHeld(tx, held);
    const body = says.kind === "patch" ? await withDraft(tx, { held, process, says }) : says;
    await insertChatMessage(tx, {
      conversation_id: conversationId,
      role: body.kind === "error" ? "system" : "assistant",
      baseline_snapshot_id: snapshotId,
      body,
    });
    await touchConversation(tx, conversationId, statusAfter(body));
  });
  services.live.publish({ teamId: held.team_id, topic: "clarity_process", id: held.process_id });
}

interface Drafted {
  readonly held: ClaimedGeneration;
  readonly process: ProcessRecord;
  readonly says: PatchBody;
}

/**
 * The draft shows the edit before anybody decides about it. It is made in the version as it is by then: a capture that its steps cite may have been
 * deleted while the model wrote. The caller holds the process.
 */
async function withDraft(tx: Db, { held, process, says }: Drafted): Promise<MessageBody> {
  const { process_id, kind, user_id } = held;
  const baseline = await findSnapshot(tx, process_id, kind, talkOf(held).snapshotId);
  if (!baseline) return { kind: "error", text: "The version that this is about was archived. Choose another one." };
  const underWay = process.status === underWayOf[kind] ? 1 : 0;
  if (!(await hasSnapshotRoom(tx, process_id, kind, underWay))) return { kind: "error", text: noSnapshotRoom };
  const { current_process_id, data } = baseline;
  const edited = rebasePatch(data.steps, says.patch);
  if ("failed" in edited) return { kind: "error", text: `The edit could not be made: ${edited.failed.message}. Ask for it again.` };
  const made = { process_id, kind, creator_type: "ai", user_id, parent_id: baseline.id, current_process_id } as const;
  const said = withTitles(data, data.steps, edited.steps);
  const draft = await insertSnapshot(tx, { ...made, data: { ...said, version: dataVersion, steps: edited.steps } }, "draft");
  // A generation under way says what the process is when it ends.
  if (process.generation_id === null) await settleProcess(tx, process_id);
  return { ...says, draft_snapshot_id: draft.id };
}

/** What a process is while a version of a kind is being written: it needs room too. */
const underWayOf = {
  current_process: "generating-current-process",
  transformation_proposal: "generating-transformation-proposal",
} as const satisfies Record<ClaimedGeneration["kind"], string>;

function talkOf({ id, conversation_id, snapshot_id, user_id }: ClaimedGeneration) {
  if (conversation_id === null || snapshot_id === null || user_id === null) throw new Error(`${id} is no turn of a conversation`);
  return { conversationId: conversation_id, snapshotId: snapshot_id, userId: user_id };
}

/** The model answers in a conversation: in words, with a question, or with an edit that a person decides about. */
export const chatPipeline: Pipeline = { step, fail };
