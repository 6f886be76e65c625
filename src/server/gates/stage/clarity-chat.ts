import { compilePatch } from "#contract/clarity/edit/guarded-patch.ts";
import type { MessageBody } from "#contract/clarity/chat-message.ts";
import { dataVersion } from "#contract/clarity/snapshot.ts";
import { insertChatMessage, insertConversation, touchConversation } from "#server/clarity/chat/chat.store.ts";
import { insertSnapshot } from "#server/clarity/snapshots/snapshots.store.ts";
import { checking } from "./clarity-steps.ts";
import { versionOf } from "./clarity.ts";
import type { Stage } from "./stage.ts";

interface Talked {
  readonly process_id: string;
  readonly snapshot_id: string;
  readonly conversation_id: string;
  readonly message_id: string;
}

async function saidOf(stage: Stage, about: { process_id: string; snapshot_id: string }, body: MessageBody): Promise<Talked> {
  const { db } = stage.service.app.services.store;
  const { process_id, snapshot_id } = about;
  const talk = { processId: process_id, userId: stage.service.ids[stage.as], kind: "current_process" } as const;
  const { id: conversation_id } = await insertConversation(db, talk, "Who checks it?");
  const asked = {
    conversation_id,
    role: "user",
    baseline_snapshot_id: snapshot_id,
    body: { kind: "text", text: "Who checks it?" },
  } as const;
  await insertChatMessage(db, asked);
  const { id: message_id } = await insertChatMessage(db, { conversation_id, role: "assistant", baseline_snapshot_id: snapshot_id, body });
  return { process_id, snapshot_id, conversation_id, message_id };
}

/** A conversation of the caller whose model has answered. */
export async function conversationOf(stage: Stage): Promise<Talked> {
  return saidOf(stage, await versionOf(stage), { kind: "text", text: "A clerk does." });
}

/** An edit that waits for the caller. */
export async function editOf(stage: Stage): Promise<Talked> {
  const { db } = stage.service.app.services.store;
  const { process_id, kind, snapshot_id } = await versionOf(stage);
  const edit = compilePatch(checking(), [{ op: "rename", stepId: "check", title: "Compare it" }], {
    attribution: "Builder",
    excerpt: "Rename it",
  });
  if ("failed" in edit) throw new Error(edit.failed.message);
  const data = { version: dataVersion, steps: edit.steps, summary: null, swot: null };
  const made = { process_id, kind, creator_type: "ai", user_id: null, parent_id: snapshot_id, current_process_id: null, data } as const;
  const draft = await insertSnapshot(db, made, "draft");
  const waits = {
    kind: "patch",
    status: "pending",
    summary: "Rename it",
    patch: edit.patch,
    draft_snapshot_id: draft.id,
    snapshot_id: null,
  } as const;
  const said = await saidOf(stage, { process_id, snapshot_id }, waits);
  await touchConversation(db, said.conversation_id, "waiting_for_patch");
  return said;
}
