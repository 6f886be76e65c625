import type { AnswerState, ProviderKind, StatePart } from "./answer-state.ts";
import type { StreamPart } from "./provider-prompt.ts";

type Options = NonNullable<Extract<StatePart, { type: "text" }>["options"]>;
interface Begun {
  readonly type: StatePart["type"];
  text: string;
  options: Options;
}

/** Gathers what the provider gets back with an answer, from the parts of its stream. `fields`: of the whole message, as they came. */
export function createStateOf(of: ProviderKind, model: string, fields: () => Record<string, unknown>) {
  const parts: Begun[] = [];
  const open = new Map<string, Begun>();

  /** The part with this id, which begins with its first piece. */
  function begun(type: StatePart["type"], id: string): Begun {
    // OpenAI sends each paragraph of one thought under an id of its own, behind the id of the item.
    const key = `${type} ${of === "openai" ? id.replace(/:\d+$/, "") : id}`;
    const known = open.get(key);
    if (known) return known;
    const part: Begun = { type, text: "", options: {} };
    open.set(key, part);
    parts.push(part);
    return part;
  }

  return {
    take(part: StreamPart): void {
      if (part.type === "reasoning-start" || part.type === "reasoning-end" || part.type === "reasoning-delta")
        add(begun("reasoning", part.id), part);
      else if (part.type === "text-start" || part.type === "text-end" || part.type === "text-delta") add(begun("text", part.id), part);
      else if (part.type === "tool-call") add(begun("call", `${parts.length} ${part.toolCallId}`), part);
    },
    /** Undefined where an answer needs no more than its texts and calls. */
    state(): AnswerState | undefined {
      const kept = parts.flatMap((part) => kinds[of](part) ?? []);
      const marked = kept.some((part) => part.type === "reasoning" || part.options !== undefined);
      const ofMessage = fields();
      const hasFields = Object.keys(ofMessage).length > 0;
      if (!marked && !hasFields) return undefined;
      return { of, model, parts: kept, ...(hasFields && { fields: ofMessage }) };
    },
  };
}

function add(to: Begun, part: { readonly delta?: string; readonly providerMetadata?: Options | undefined }): void {
  to.text += part.delta ?? "";
  for (const [name, value] of Object.entries(part.providerMetadata ?? {})) to.options[name] = { ...to.options[name], ...value };
}

/** What of a part each provider takes back. */
const kinds: Record<ProviderKind, (part: Begun) => StatePart | undefined> = {
  /** A thought counts with its signature, or in its sealed form. */
  anthropic({ type, text, options }) {
    if (type === "call") return { type };
    if (type === "text") return text.trim() === "" ? undefined : { type, text };
    const { signature, redactedData } = options["anthropic"] ?? {};
    if (typeof signature !== "string" && typeof redactedData !== "string") return undefined;
    return { type, text, options: { anthropic: typeof signature === "string" ? { signature } : { redactedData } } };
  },
  /** Sealed thoughts stand for themselves. An id leads to them only as long as OpenAI stores them. */
  openai({ type, text, options }) {
    if (type === "call") return { type };
    const { reasoningEncryptedContent, phase } = options["openai"] ?? {};
    if (type === "text")
      return text.trim() === "" ? undefined : { type, text, ...(phase !== undefined && { options: { openai: { phase } } }) };
    if (typeof reasoningEncryptedContent !== "string") return undefined;
    return { type, text, options: { openai: { reasoningEncryptedContent } } };
  },
  /** Thoughts are a field of the message, and its text is one. */
  compatible({ type, options }) {
    if (type !== "call") return undefined;
    return { type, ...(Object.keys(options["provider"] ?? {}).length > 0 && { options }) };
  },
};
