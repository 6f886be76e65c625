import { isDeepStrictEqual } from "node:util";
import type { Config, ModelStepData } from "#contract/agents/config.ts";
import { textOf } from "#contract/agents/scripted-steps.ts";
import type { WrittenCode } from "./builder-answer.ts";

/** A model that is told what others said writes instructions and changes nothing else. */
export interface BuilderFrame {
  /** Lines that the instructions keep. */
  readonly lines: readonly string[];
}

const mostNamed = 10;

/** What of a proposed configuration leaves its frame, in words for the model. Undefined: nothing. Pure. */
export function strayFrom({ lines }: BuilderFrame, before: Config | null, proposed: ModelStepData | WrittenCode): string | undefined {
  if ("language" in proposed) return "Write instructions, not a program.";
  const other = otherFields(before && "input" in before.data ? before.data : undefined, proposed);
  if (other.length > 0) return `Change the instructions only. Leave as they are: ${other.join(", ")}.`;
  const written = new Set(
    textOf(proposed.input)
      .split("\n")
      .map((line) => line.trimEnd()),
  );
  const missing = lines.filter((line) => !written.has(line));
  if (missing.length === 0) return undefined;
  const rest = missing.length > mostNamed ? `\nand ${missing.length - mostNamed} more` : "";
  return `The instructions have to keep these lines, each as a line of its own:\n${missing.slice(0, mostNamed).join("\n")}${rest}`;
}

/** The fields beside the instructions that differ. A list that is empty is as good as none. */
function otherFields(before: Partial<ModelStepData> | undefined, proposed: ModelStepData): string[] {
  const [from, to] = [before ?? {}, proposed].map((data) => new Map(Object.entries(data).map(([key, value]) => [key, some(value)])));
  const keys = new Set([...(from?.keys() ?? []), ...(to?.keys() ?? [])]);
  keys.delete("input");
  return [...keys].filter((key) => !isDeepStrictEqual(from?.get(key), to?.get(key))).toSorted();
}

const some = (value: unknown) => (value === null || (Array.isArray(value) && value.length === 0) ? undefined : value);
