/** The protocols that models are asked in. */
export type ProviderKind = "anthropic" | "openai" | "compatible";

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
  readonly of: ProviderKind;
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
