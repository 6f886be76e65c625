import { EditFailed } from "#contract/clarity/edit/edit-failure.ts";
import { afterOperation } from "#contract/clarity/edit/edit-steps.ts";
import { type StepOperation, textFields } from "#contract/clarity/step-operation.ts";
import type { Step } from "#contract/clarity/step.ts";
import { type Asking, readAsking } from "#server/engine/models/scripted-asking.ts";
import { readOperation } from "./operation-line.ts";

/** The lines that the practice model follows in a chat about steps. `X` and `Y` are a step by its title, its number or its id. */
export const printedChat: readonly (readonly [line: string, says: string])[] = [
  ["rename X to Y", "Gives step X the title Y"],
  ["set role of X to R", `Sets a field: ${textFields.join(", ")}`],
  ["clear role of X", "Empties a field"],
  ["add Owner: approve invoice in Ledger after X", "Adds a step; its role and its tool can be left out"],
  ["add stamp letter between X and Y", "Adds a step on the flow from X to Y"],
  ["remove X", "Removes a step; flows into it lead to the step after it"],
  ["connect X to Y as Late", "Adds a flow; its label can be left out"],
  ["disconnect X from Y", "Removes a flow"],
  ['ask "Which one?" options: A, B', "Asks, and follows the lines below after the answer; {{answer}} is the answer"],
  ["break", "Makes an edit that is refused"],
  ["fail The order is unknown", "Fails with this text"],
];

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
      problems.push(`${line}: ${read.problem}`);
      continue;
    }
    const { operation } = read;
    try {
      now = afterOperation(now, operation, { attribution: "Chat", excerpt: line });
      operations.push(operation);
    } catch (failed) {
      if (!(failed instanceof EditFailed)) throw failed;
      problems.push(`${line}: ${failed.message}`);
    }
  }
  return { operations, problems };
}
