import { mapTexts } from "#contract/exact-json.ts";
import { storable } from "#server/engine/log/log-messages.ts";
import type { Redactor } from "#server/engine/secrets/redactor.ts";
import type { AnswerState } from "./answer-state.ts";

/** As it can be stored. Undefined where a text with a signature has a secret of the run: masked, its signature would be wrong. */
export function keptState(state: AnswerState, redactor: Redactor): AnswerState | undefined {
  const kept = mapTexts(state, storable) as AnswerState;
  const isSigned = kept.parts.some(({ type }) => type === "reasoning");
  return isSigned && JSON.stringify(redactor.json(kept)) !== JSON.stringify(kept) ? undefined : kept;
}
