import { endpoint } from "#contract/endpoint.ts";
import { text, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { z } from "#contract/zod.ts";
import { ChatAnswers, ChatMessage, Conversation } from "./chat-message.ts";
import { snapshotKind } from "./snapshot.ts";

/** Of one person, process and kind (ours): a further one deletes the one that was longest untouched. */
export const maxConversations = 50;
/** Of a conversation (ours). */
export const maxMessages = 400;

const area = "Clarity";
const access = { scope: "team", by: "process_id", role: "team:builder" } as const;
const params = z.strictObject({ process_id: idOf("clarity_process") });
const path = "/v2/clarity-v2/processes/{process_id}/artifact-chat";
const Said = z.strictObject({ conversation: Conversation, message: ChatMessage });

export const listClarityArtifactChatConversations = endpoint({
  name: "listClarityArtifactChatConversations",
  method: "GET",
  path: `${path}/conversations`,
  area,
  summary: "The caller's conversations about a process",
  access,
  reads: ["clarity_process"],
  params,
  query: z.strictObject({ snapshot_kind: snapshotKind }),
  reply: z.strictObject({ conversations: z.array(Conversation) }),
});

export const getClarityArtifactChatMessages = endpoint({
  name: "getClarityArtifactChatMessages",
  method: "GET",
  path: `${path}/conversations/{conversation_id}/messages`,
  area,
  summary: "A conversation of the caller",
  access,
  reads: ["clarity_process"],
  params: params.extend({ conversation_id: idOf("clarity_conversation") }),
  reply: z.strictObject({ conversation: Conversation, messages: z.array(ChatMessage) }),
});

export const sendClarityArtifactChatMessage = endpoint({
  name: "sendClarityArtifactChatMessage",
  method: "POST",
  path: `${path}/messages`,
  area,
  summary: "Ask about the steps, or for an edit, or answer what is asked",
  access,
  changes: ["clarity_process"],
  params,
  body: z.strictObject({
    /** Null begins one. */
    conversation_id: uuid.nullable(),
    snapshot_kind: snapshotKind,
    /** The live version, or a draft of it. */
    baseline_snapshot_id: uuid,
    /** This or the answers, and not both. */
    content: text(1, 10_000).optional(),
    answers: ChatAnswers.optional(),
  }),
  reply: Said,
  errors: ["overtaken", "conversation_waits", "no_question", "too_many"],
});

export const decideClarityArtifactChatPatch = endpoint({
  name: "decideClarityArtifactChatPatch",
  method: "PUT",
  path: `${path}/messages/{message_id}`,
  area,
  summary: "Make an edit live, or decline it",
  access,
  changes: ["clarity_process"],
  params: params.extend({ message_id: idOf("clarity_message") }),
  body: z.strictObject({ decision: z.enum(["accept", "decline"]) }),
  reply: Said,
  errors: ["already_decided", "process_generating", "too_many"],
});
