import { ModelFault } from "./port.ts";

/** How an answer ended, in the SDK's word and in the provider's own. */
interface Ended {
  readonly unified: string;
  readonly raw: string | undefined;
}

/** What providers say that the SDK takes for an end like any other. */
const reasons: Record<string, "length" | "withheld" | "lost"> = {
  // Claude takes a break, and continues when it is asked to.
  pause_turn: "length",
  max_tokens: "length",
  model_length: "length",
  refusal: "withheld",
  safety: "withheld",
  sensitive: "withheld",
  recitation: "withheld",
  error: "lost",
  abort: "lost",
  network_error: "lost",
  insufficient_system_resource: "lost",
};

/**
 * Whether the answer is whole, or was cut at its longest. Throws where it counts for nothing: a {@link ModelFault} where the provider took it back, an
 * error where it broke off. `text`: what came, which is the reason itself where a model declines in words.
 */
export function readEnd({ unified, raw }: Ended, text: string): { cut: boolean } {
  if (raw === "model_context_window_exceeded")
    throw new ModelFault("content_too_large", "The conversation is too long for this model: its answer reached the end of the context.");
  const other = reasons[raw?.toLowerCase() ?? ""];
  if (unified === "content-filter" || other === "withheld") {
    const declined = (raw === undefined || raw === "stop") && text.trim() !== "";
    const why = raw === "refusal" ? "The model declined to answer." : "The model provider’s content filter withheld the answer.";
    throw new ModelFault("answer_withheld", declined ? `The model declined to answer: ${text.trim().slice(0, 300)}` : why);
  }
  if (unified === "length" || other === "length") return { cut: true };
  if (unified === "interrupted" || unified === "error" || other === "lost" || (unified === "other" && raw === undefined))
    throw new Error("The answer has no end.");
  return { cut: false };
}
