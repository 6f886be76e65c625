import type { ChatQuestion } from "#contract/clarity/chat-message.ts";
import { EditFailed } from "#contract/clarity/edit/edit-failure.ts";
import { afterOperation } from "#contract/clarity/edit/edit-steps.ts";
import { printedChat } from "#contract/clarity/edit/printed-chat.ts";
import type { StepOperation } from "#contract/clarity/step-operation.ts";
import type { Step } from "#contract/clarity/step.ts";
import { readChat } from "#server/clarity/editing/practice-chat.ts";
import { ModelFault, type ModelPart, type ModelRequest, type Turn } from "#server/engine/models/port.ts";
import type { PracticeRole } from "#server/engine/models/scripted.ts";
import { askTool, editTool } from "./edit-tools.ts";

/** A step that no process has. */
const missing = "no-such-step";

/** Follows the lines of the last message, with the answers that came to its questions. */
function answer({ turns }: ModelRequest): ModelPart {
  const [data] = turns;
  const { steps } = JSON.parse(data?.role === "user" ? data.text : "{}") as { steps: Step[] };
  const at = turns.findLastIndex((turn, i) => i > 0 && turn.role === "user");
  const request = turns[at];
  const operations: StepOperation[] = [];
  const problems: string[] = [];
  let text = request?.role === "user" ? request.text : "";
  let now: readonly Step[] = steps;
  for (const given of [...answersIn(turns.slice(at + 1)), undefined]) {
    const read = readChat(text, now);
    operations.push(...read.operations);
    problems.push(...read.problems);
    now = read.operations.reduce(withOperation, now);
    if (problems.length > 0) return { type: "text", text: problems.join("\n") };
    if (read.next?.act === "fail") throw new ModelFault("scripted_failure", read.next.text);
    if (read.next?.act === "break") operations.push({ op: "remove", stepId: missing });
    if (read.next?.act !== "ask") break;
    const { question, options } = read.next.asking;
    if (given === undefined) {
      const asked: ChatQuestion = {
        question,
        header: "",
        options: options.map((label) => ({ label, description: "" })),
        multiSelect: false,
      };
      return { type: "call", id: `ask_${turns.length}`, name: askTool, arguments: { questions: [asked] } };
    }
    text = read.next.rest.replaceAll("{{answer}}", given);
  }
  if (operations.length === 0) return { type: "text", text: follows };
  return { type: "call", id: `edit_${turns.length}`, name: editTool, arguments: { operations } };
}

const follows = `I am the practice model: I follow lines such as “${printedChat[0]?.[0]}” and “${printedChat[1]?.[0]}”, and cannot answer freely.`;

/** What people answered to the questions after a message, in their order. */
function answersIn(turns: readonly Turn[]): string[] {
  return turns.flatMap((turn) => {
    if (turn.role !== "tool") return [];
    return turn.results.flatMap(({ name, value }) => {
      const { answers = {} } = (name === askTool ? value : {}) as { answers?: Record<string, string> };
      return Object.values(answers);
    });
  });
}

/** Titles as earlier lines leave them. What an operation cannot do is told when the edit is made. */
function withOperation(steps: readonly Step[], operation: StepOperation): readonly Step[] {
  try {
    return afterOperation(steps, operation, { attribution: "Chat", excerpt: "" });
  } catch (failed) {
    if (failed instanceof EditFailed) return steps;
    throw failed;
  }
}

export const practiceEditor: PracticeRole = { tool: editTool, answer };
