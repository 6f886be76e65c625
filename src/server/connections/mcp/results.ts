import { withoutUnseen, withoutUnseenIn } from "#contract/unseen.ts";
import type { Picture } from "#server/engine/models/port.ts";

/** Characters of a result that a run keeps. */
const maxResult = 100_000;

export interface ToolCall {
  readonly tool: string;
  readonly input_schema: Readonly<Record<string, unknown>>;
  /** A JSON object, written: what goes from thread to thread as a copy would lose numbers. */
  readonly arguments: string;
  /** Waits for as long as the server reports progress. */
  readonly patient?: true;
}

export interface CallResult {
  /** The tool says that it failed. */
  readonly failed: boolean;
  readonly content: readonly unknown[];
  /** Of its content: by the index of the part that they belong to. */
  readonly pictures?: readonly (Picture & { readonly at: number })[];
}

export type Block = { readonly type: string; readonly text?: string } & Readonly<Record<string, unknown>>;

/** The parts of a result, up to what a run keeps, without what a person would not see. */
export function bounded(content: readonly Block[]): unknown[] {
  const kept: unknown[] = [];
  let left = maxResult;
  for (const [i, block] of content.entries()) {
    const size = JSON.stringify(block).length;
    if (size <= left) {
      kept.push(withoutUnseenIn(block));
      left -= size;
      continue;
    }
    const cut = block.text?.slice(0, Math.max(0, left - 200));
    const missing = content.length - i - 1;
    kept.push({
      ...(cut && { type: block.type, text: withoutUnseen(cut.toWellFormed()) }),
      left_out: `The result is longer than ${maxResult} characters and was cut here${missing > 0 ? `, with ${missing} more parts` : ""}.`,
    });
    return kept;
  }
  return kept;
}
