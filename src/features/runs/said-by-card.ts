import type { RunMessage } from "#contract/runs/messages.ts";
import type { RunStatus } from "#contract/runs/run.ts";

/** Whether a card behind the transcript shows a message with more to it: the request that is open, or how the run failed. */
export function isSaidByCard(
  message: RunMessage,
  { status, answered, last }: { status: RunStatus; answered: boolean; last: boolean },
): boolean {
  if (status === "waiting") return message.tool_call?.name === "ask_person" && !answered;
  return status === "failed" && message.subtype === "session_error" && last;
}
