import { mayOpenRun } from "./rights.ts";
import { endpoint } from "#contract/endpoint.ts";
import { int53, page, text, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

export const messageTypes = ["text", "thinking", "tool_call", "tool_result", "system"] as const;
export const messageSubtypes = [
  "agent_run_created",
  "session_started",
  "session_completed",
  "session_interrupted",
  "session_error",
  "browser_session_created",
  /** Ours: what a code step wrote. */
  "stdout",
  "stderr",
  /** Ours: a fault that is being waited out. */
  "retrying",
  /** Ours: an answer that reached its length limit was continued. */
  "answer_continued",
  /** Ours: another agent's run took over, or could not. */
  "handed_over",
  "handover_failed",
  /** Ours: the run works without secrets or logins that wait for their owner. */
  "credentials_suspended",
  /** Ours: the run works without tools of connections that are not pinned, or cannot be reached. */
  "connections_missing",
  /** Ours: the model works without a tool that its provider does not take. */
  "tool_left_out",
] as const;

/** How lines begin that the service adds to the stderr of a program. */
export const serviceNotes = {
  notKept: "Not kept, because",
  twoSecrets: "Two secrets export",
  inputsChanged: "Personal secrets were left out: a skill or file was changed while the program was about to start.",
} as const;

export const messageRoles = ["user", "assistant", "system", "tool"] as const;

export const deliveries = ["queued", "read", "acted_on"] as const;

export const RunMessage = record("RunMessage", {
  id: uuid,
  type: z.enum(messageTypes),
  role: z.enum(messageRoles),
  timestamp,
  /** Of a `tool_call` without `arguments` (ours): what the model sent as such, which is no JSON object. */
  text_content: z.string().optional(),
  tool_call: z.strictObject({ id: z.string(), name: z.string(), arguments: z.record(z.string(), z.unknown()).optional() }).optional(),
  tool_result: z.strictObject({ tool_call_id: z.string(), result: z.unknown().optional(), error: z.string().optional() }).optional(),
  /** Ours: the kind of a system message; `session_interrupted` also on the result of a call that a stop left without one. */
  subtype: z.enum(messageSubtypes).optional(),
  /** Ours, on a person's message: stored (`queued`), given to the agent (`read`), followed by the agent's turn (`acted_on`). */
  delivery: z.enum(deliveries).optional(),
  /** Ours: who wrote this, gave this answer or stopped the run. */
  user_name: z.string().optional(),
  /** Ours: the text is still being written. */
  streaming: z.boolean().optional(),
});
export type RunMessage = z.output<typeof RunMessage>;

/** What the model of a run gets first that was started without a message. */
export const startWords = "Start the work.";

const area = "Runs";

export const listRunMessages = endpoint({
  name: "listRunMessages",
  method: "GET",
  path: "/v2/runs/{run_id}/messages",
  area,
  summary: "The messages of a run in their order",
  access: { scope: "team", by: "run_id", role: "team:member" },
  may: mayOpenRun,
  reads: ["run_message", "run"],
  params: z.strictObject({ run_id: idOf("run") }),
  query: z.strictObject({
    ...page(20, 50),
    /** Ours: only messages whose text, tool name or result contains this, case ignored. */
    search: text(0, 200).optional(),
  }),
  reply: z.strictObject({
    messages: z.array(RunMessage),
    total: int53,
    limit: z.int(),
    offset: int53,
    /** Ours, with `search`: the position of each message in the whole list. */
    positions: z.array(int53).optional(),
  }),
  errors: ["forbidden"],
});

export const postRunMessage = endpoint({
  name: "postRunMessage",
  method: "POST",
  path: "/v2/runs/{run_id}/messages",
  area,
  summary: "Send a message to a run, which continues with it unless it failed",
  access: { scope: "team", by: "run_id", role: "team:member" },
  may: mayOpenRun,
  records: "run.messaged",
  changes: ["run", "run_message", "human_request", "case_approval", "case", "queue", "case_run"],
  params: z.strictObject({ run_id: idOf("run") }),
  body: z.strictObject({ message: text(1, 100_000) }),
  reply: z.strictObject({
    message: z.strictObject({
      id: uuid,
      type: z.string(),
      role: z.string(),
      timestamp,
      text_content: z.string(),
    }),
  }),
  status: 201,
  errors: ["forbidden", "run_failed", "not_accepting_messages", "still_moving"],
  creates: "replayed",
});
