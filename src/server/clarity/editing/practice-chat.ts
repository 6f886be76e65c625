import { EditFailed } from "#contract/clarity/edit/edit-failure.ts";
import { afterOperation } from "#contract/clarity/edit/edit-steps.ts";
import type { StepOperation } from "#contract/clarity/step-operation.ts";
import type { Step } from "#contract/clarity/step.ts";
import { type Asking, readAsking } from "#server/engine/models/scripted-asking.ts";
import { readOperation } from "./operation-line.ts";

export interface PracticeChat {
  readonly operations: StepOperation[];
  /** What comes after the operations, and ends the reading. `rest` is to be read once the answer is there. */
  readonly next?:
    | { readonly act: "ask"; readonly asking: Asking; readonly rest: string }
    | { readonly act: "break" }
    | { readonly act: "fail"; readonly text: string };
  /** Sentences about lines that are none of the printed ones, or that name no step. Then nothing should be done. */
  readonly problems: string[];
}

/** Reads the lines of a message. Steps are found by their titles as earlier lines leave them. */
export function readChat(message: string, steps: readonly Step[]): PracticeChat {
  const operations: StepOperation[] = [];
  const problems: string[] = [];
  const lines = message.split(/\r\n|\n/).map((line) => line.trim());
  let now = steps;
  for (const [i, line] of lines.entries()) {
    if (line === "") continue;
    const [, word = "", rest = ""] = /^(ask|break|fail)\b\s*(.*)$/i.exec(line) ?? [];
    const act = word.toLowerCase();
    if (act === "ask") return { operations, problems, next: { act, asking: readAsking(rest), rest: lines.slice(i + 1).join("\n") } };
    if (act === "break") return { operations, problems, next: { act } };
    if (act === "fail") return { operations, problems, next: { act, text: rest || "The practice model was told to fail" } };
    const read = readOperation(line, now);
    if ("problem" in read) {
      problems.push(`“${line}”: ${read.problem}`);
      continue;
    }
    const { operation } = read;
    try {
      now = afterOperation(now, operation, { attribution: "Chat", excerpt: line });
      operations.push(operation);
    } catch (failed) {
      if (!(failed instanceof EditFailed)) throw failed;
      problems.push(`“${line}”: ${failed.message}`);
    }
  }
  return { operations, problems };
}
