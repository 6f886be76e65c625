import { mapTexts } from "#contract/exact-json.ts";
import { storable } from "#server/engine/log/log-messages.ts";
import type { Redactor } from "#server/engine/secrets/redactor.ts";

/** What a provider says beside a part, by its own names. */
type Options = Record<string, Record<string, unknown>>;

export type StatePart =
  | { readonly type: "reasoning"; readonly text: string; readonly options: Options }
  | { readonly type: "text"; readonly text: string; readonly options?: Options }
  /** The next of the answer's calls, in their order. */
  | { readonly type: "call"; readonly options?: Options };

/**
 * What a provider gets back with an answer of its model: thoughts with their signatures, and the marks on texts and calls. It means something to this
 * provider and this model only.
 */
export interface AnswerState {
  readonly of: string;
  readonly model: string;
  readonly parts: readonly StatePart[];
  /** Fields of the whole message, by the names under which they came. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** Of one answer that came in two pieces. */
export function joinedState(first: AnswerState | undefined, second: AnswerState): AnswerState {
  if (!first) return second;
  return { ...second, parts: [...first.parts, ...second.parts], fields: { ...first.fields, ...second.fields } };
}

/** As it can be stored. Undefined where a text with a signature has a secret of the run: masked, its signature would be wrong. */
export function keptState(state: AnswerState, redactor: Redactor): AnswerState | undefined {
  const kept = mapTexts(state, storable) as AnswerState;
  const isSigned = kept.parts.some(({ type }) => type === "reasoning");
  return isSigned && JSON.stringify(redactor.json(kept)) !== JSON.stringify(kept) ? undefined : kept;
}
