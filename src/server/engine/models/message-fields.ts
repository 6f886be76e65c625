type Piece = Record<string, unknown>;

/**
 * Fields of an answer that OpenAI-compatible providers want to see again with its calls, each by the name under which it came: DeepSeek and Moonshot
 * refuse calls without `reasoning_content`, OpenRouter hands `reasoning_details` on to whoever signed them, and Gemini signs whole messages.
 */
export function createMessageFields() {
  const fields: Record<string, unknown> = {};
  const details: Piece[] = [];

  function take(delta: Piece): void {
    for (const name of ["reasoning_content", "reasoning"]) {
      const piece = delta[name];
      if (typeof piece === "string") fields[name] = `${(fields[name] as string | undefined) ?? ""}${piece}`;
    }
    if (typeof delta["extra_content"] === "object" && delta["extra_content"] !== null) fields["extra_content"] = delta["extra_content"];
    if (Array.isArray(delta["reasoning_details"])) for (const piece of delta["reasoning_details"]) takeDetail(piece as Piece);
  }

  /** The pieces of one detail have its kind and its place. */
  function takeDetail(piece: Piece): void {
    const last = details.findLast(({ type, index }) => type === piece["type"] && index === piece["index"]);
    if (!last) return void details.push({ ...piece });
    for (const [name, value] of Object.entries(piece)) {
      const grows = ["text", "summary", "data"].includes(name) && typeof value === "string";
      if (value !== null) last[name] = grows ? `${(last[name] as string | null | undefined) ?? ""}${value}` : value;
    }
    return undefined;
  }

  return {
    /** A piece of the stream, as it came. */
    take(chunk: unknown): void {
      const [choice] = ((chunk as Piece | null)?.["choices"] ?? []) as (Piece | undefined)[];
      if (typeof choice?.["delta"] === "object" && choice["delta"] !== null) take(choice["delta"] as Piece);
    },
    fields: (): Record<string, unknown> => ({ ...fields, ...(details.length > 0 && { reasoning_details: details }) }),
  };
}
