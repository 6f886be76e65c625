import { scriptedModelName } from "#contract/agents/scripted-steps.ts";
import type * as contract from "#contract/clarity/chat.ts";
import { maxMessages } from "#contract/clarity/chat.ts";
import { clarityGenerationWork } from "#server/clarity/generation/generation-queue.ts";
import { insertChatTurn } from "#server/clarity/generation/generations.store.ts";
import { lockedProcess, requireIdle, requireProcess } from "#server/clarity/processes/require-process.ts";
import { requireCurrent } from "#server/clarity/snapshots/settle-snapshot.ts";
import { findLive, findSnapshot } from "#server/clarity/snapshots/snapshots.store.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import { requireAnswers } from "#server/engine/tools/answers.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import {
  type ConversationRecord,
  countChatMessages,
  findChatMessage,
  findConversation,
  insertChatMessage,
  insertConversation,
  lastQuestion,
  listChatMessages,
  listConversations,
  toConversation,
  touchConversation,
} from "./chat.store.ts";
import { decideEdit } from "./decide-edit.ts";

const longestTitle = 80;

export const clarityChatHandlers: Handlers<typeof contract, EngineContext> = {
  async listClarityArtifactChatConversations({ params, query }, context) {
    const process = await requireProcess(context, params.process_id);
    const talk = { processId: process.id, userId: context.caller.userId, kind: query.snapshot_kind };
    return { conversations: (await listConversations(context.db, talk)).map(toConversation) };
  },

  async getClarityArtifactChatMessages({ params }, context) {
    const process = await requireProcess(context, params.process_id);
    const found = await inSnapshot(context.db, async (at) => {
      const conversation = await findConversation(at, process.id, context.caller.userId, params.conversation_id);
      return conversation && { conversation: toConversation(conversation), messages: await listChatMessages(at, conversation.id) };
    });
    if (!found) throw refuse("not_found");
    return found;
  },

  async sendClarityArtifactChatMessage({ params, body }, context) {
    const { db, caller } = context;
    const process = await lockedProcess(context, params.process_id);
    const { snapshot_kind: kind, content, answers } = body;
    if ((content === undefined) === (answers === undefined)) throw invalid(["content"], "Say something, or answer what was asked");
    const talk = { processId: process.id, userId: caller.userId, kind };
    const known = body.conversation_id === null ? undefined : await findConversation(db, process.id, caller.userId, body.conversation_id);
    if (body.conversation_id !== null && known?.snapshot_kind !== kind) throw refuse("not_found");
    await requireTurn(context, known, answers);
    const baseline = await findSnapshot(db, process.id, kind, body.baseline_snapshot_id);
    if (!baseline) throw invalid(["baseline_snapshot_id"], "This process has no such version");
    requireCurrent(baseline, await findLive(db, process.id, kind));
    const { id } = known ?? (await insertConversation(db, talk, titleOf(content ?? "")));
    const message = await insertChatMessage(db, {
      conversation_id: id,
      role: "user",
      baseline_snapshot_id: baseline.id,
      body: answers ? { kind: "hitl_answer", answers } : { kind: "text", text: content ?? "" },
    });
    const conversation = await touchConversation(db, id, "running");
    await insertChatTurn(db, {
      process_id: process.id,
      team_id: process.team_id,
      user_id: caller.userId,
      kind,
      conversation_id: id,
      snapshot_id: baseline.id,
      model: context.config.model.default ?? scriptedModelName,
    });
    context.afterCommit(() => context.engine.wake(clarityGenerationWork));
    return { conversation: toConversation(conversation), message };
  },

  async decideClarityArtifactChatPatch({ params, body: { decision } }, context) {
    const process = await lockedProcess(context, params.process_id);
    const found = await findChatMessage(context.db, process.id, context.caller.userId, params.message_id);
    if (!found || found.message.body.kind !== "patch") throw refuse("not_found");
    if (found.message.body.status !== "pending") throw refuse("already_decided");
    requireIdle(process);
    const message = await decideEdit(
      context,
      { process, message: found.message, edit: found.message.body, kind: found.conversation.snapshot_kind },
      decision,
    );
    const conversation = await touchConversation(context.db, found.conversation.id, "open");
    return { conversation: toConversation(conversation), message };
  },
};

/** Throws unless the conversation waits for what is said: an answer to its question, or anything while it is open. */
async function requireTurn(
  { db }: EngineContext,
  conversation: ConversationRecord | undefined,
  answers: Readonly<Record<string, string>> | undefined,
): Promise<void> {
  if (answers) {
    const asked = conversation?.status === "waiting_for_hitl" ? (await lastQuestion(db, conversation.id))?.body : undefined;
    if (asked?.kind !== "hitl_question") throw refuse("no_question");
    requireAnswers(asked.questions, answers);
    return;
  }
  if (!conversation) return;
  if (conversation.status === "running") throw refuse("conversation_waits", "The model is still at work. Wait until it is done.");
  if (conversation.status === "waiting_for_patch") throw refuse("conversation_waits", "Accept or decline the edit first.");
  if (conversation.status === "waiting_for_hitl") throw refuse("conversation_waits", "Answer the question first.");
  if ((await countChatMessages(db, conversation.id)) >= maxMessages - 1)
    throw refuse("too_many", `A conversation has at most ${maxMessages} messages. Start another one.`);
}

function titleOf(content: string): string {
  const [line = ""] = content.trim().split("\n");
  return line.length > longestTitle ? `${line.slice(0, longestTitle - 1).toWellFormed()}…` : line;
}
