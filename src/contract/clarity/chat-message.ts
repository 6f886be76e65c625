import { text, timestamp, uuid } from "#contract/fields.ts";
import { QuestionOption } from "#contract/runs/human-requests.ts";
import { choice, record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { PatchOperation } from "./edit/json-patch.ts";
import { snapshotKind } from "./snapshot.ts";

export const conversationStatuses = ["open", "running", "waiting_for_patch", "waiting_for_hitl"] as const;
export const messageRoles = ["user", "assistant", "system"] as const;
export const messageKinds = ["text", "patch", "hitl_question", "hitl_answer", "error", "info"] as const;

/** What one person and a model say about a version of a process. */
export const Conversation = record("ClarityConversation", {
  id: uuid,
  user_id: uuid,
  process_id: uuid,
  snapshot_kind: snapshotKind,
  title: z.string().nullable(),
  sandbox_id: z.string().nullable(),
  session_id: z.string().nullable(),
  status: z.enum(conversationStatuses),
  created_at: timestamp,
  updated_at: timestamp,
  deleted_at: timestamp.nullable(),
});
export type Conversation = z.output<typeof Conversation>;

export const ChatQuestion = record("ClarityQuestion", {
  question: z.string(),
  header: z.string(),
  options: z.array(QuestionOption),
  multiSelect: z.boolean(),
});
export type ChatQuestion = z.output<typeof ChatQuestion>;

/** By the question that each answers. */
export const ChatAnswers = z.record(text(1, 500), text(1, 5_000));

/** An edit of the steps: what it does in words and as a patch of `{steps}`, the draft that shows it, and the version that it became. */
const Patch = record("ClarityPatchMessage", {
  kind: z.literal("patch"),
  status: z.enum(["pending", "accepted", "declined", "failed"]),
  summary: z.string(),
  patch: z.array(PatchOperation),
  draft_snapshot_id: uuid.nullable().optional(),
  snapshot_id: uuid.nullable(),
});
export type PatchBody = z.output<typeof Patch>;
export const MessageBody = choice("ClarityMessageBody", "kind", [
  record("ClarityWords", { kind: z.enum(["text", "error", "info"]), text: z.string() }),
  Patch,
  record("ClarityQuestionMessage", { kind: z.literal("hitl_question"), questions: z.array(ChatQuestion).min(1) }),
  record("ClarityAnswerMessage", { kind: z.literal("hitl_answer"), answers: z.record(z.string(), z.string()) }),
]);
export type MessageBody = z.output<typeof MessageBody>;

export const ChatMessage = record("ClarityChatMessage", {
  id: uuid,
  conversation_id: uuid,
  role: z.enum(messageRoles),
  kind: z.enum(messageKinds),
  body: MessageBody,
  baseline_snapshot_id: uuid,
  created_at: timestamp,
  updated_at: timestamp,
});
export type ChatMessage = z.output<typeof ChatMessage>;
