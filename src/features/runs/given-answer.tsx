import type { InboxRequest } from "#contract/runs/human-requests.ts";
import type { RunMessage } from "#contract/runs/messages.ts";

/** Under a question that a person has answered: what, and who. */
export function GivenAnswer({ result }: { result: RunMessage }) {
  const words = answerIn(result.tool_result?.result);
  if (words === undefined) return null;
  return (
    <p className="px-3 pb-2 ps-8 text-sm break-words">
      <span className="font-medium">{words}</span>
      {result.user_name ? <span className="text-ink-3"> · {result.user_name}</span> : null}
    </p>
  );
}

/** An answer as it is stored, in words. Undefined: it is none. */
function answerIn(value: unknown): string | undefined {
  const { approved, answers } = (value ?? {}) as { approved?: unknown; answers?: Record<string, unknown> };
  if (typeof approved === "boolean") return approved ? "Approved" : "Declined";
  return (
    Object.values(answers ?? {})
      .map(String)
      .join("; ") || undefined
  );
}

/** The stored answer to a request in words. */
export function answerOf({ response }: Pick<InboxRequest, "response">): string {
  if (response === null) return "–";
  try {
    return answerIn(JSON.parse(response)) ?? response;
  } catch {
    return response;
  }
}
