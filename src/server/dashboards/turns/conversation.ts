import type { SelectedElement, TurnStep } from "#contract/dashboards/dashboard.ts";
import { longestReply } from "#contract/dashboards/messages.ts";
import type { Page } from "#contract/dashboards/page.ts";
import type { Question } from "#contract/runs/human-requests.ts";
import type { Turn } from "#server/engine/models/port.ts";
import { askPersonTool } from "#server/engine/tools/ask-person.ts";
import { checkHeading } from "./turn-request.ts";

// The conversation with the model is the whole state of the work: what comes next follows from it.

type Assistant = Extract<Turn, { role: "assistant" }>;
export type Call = Assistant["calls"][number];
type Result = Extract<Turn, { role: "tool" }>["results"][number];

/** The next call without a result. */
export function openCall(turns: readonly Turn[]): Call | undefined {
  const at = turns.findLastIndex(({ role }) => role === "assistant");
  const asking = turns[at];
  const answered = turns[at + 1];
  if (asking?.role !== "assistant") return undefined;
  const done = answered?.role === "tool" ? answered.results : [];
  return asking.calls.find(({ id }) => !done.some(({ callId }) => callId === id));
}

/** With the result of a call behind those of the same answer. */
export function withResult(turns: readonly Turn[], result: Result): Turn[] {
  const last = turns.at(-1);
  if (last?.role === "tool") return [...turns.slice(0, -1), { role: "tool", results: [...last.results, result] }];
  return [...turns, { role: "tool", results: [result] }];
}

/** Whether a call got what a person answered. */
const isAnswered = ({ name, error, value }: Result) =>
  error === undefined && (name === askPersonTool.name || (typeof value === "object" && value !== null && "confirmed" in value));

/** Where the work on the last message begins: behind the message, or behind the answer to a question. */
function beginOf(turns: readonly Turn[]): number {
  return (
    turns.findLastIndex(
      (turn) => (turn.role === "user" && !turn.text.startsWith(checkHeading)) || (turn.role === "tool" && turn.results.some(isAnswered)),
    ) + 1
  );
}

/** What the model has said since then, as people read it. */
export function saidIn(turns: readonly Turn[]): string {
  const texts = turns
    .slice(beginOf(turns))
    .flatMap((turn) => (turn.role === "assistant" && turn.text.trim() !== "" ? [turn.text.trim()] : []));
  // What is repeated after a look at the page is said once.
  return [...new Set(texts)].join("\n\n").slice(0, longestReply).toWellFormed();
}

export function answersIn(turns: readonly Turn[]): number {
  return turns.slice(beginOf(turns)).filter(({ role }) => role === "assistant").length;
}

/** Whether the model did something since it was last told what its page lacks. */
export function workedSinceCheck(turns: readonly Turn[]): boolean {
  const at = turns.findLastIndex((turn) => turn.role === "user" && turn.text.startsWith(checkHeading));
  return turns.slice(at + 1).some(({ role }) => role === "tool");
}

/** Results of what somebody else may read, for a conversation that another person continues. */
export function withoutReadings(turns: readonly Turn[]): Turn[] {
  return turns.map((turn): Turn => {
    if (turn.role === "assistant") return { role: "assistant", text: turn.text, calls: turn.calls };
    if (turn.role !== "tool") return turn;
    return {
      role: "tool",
      results: turn.results.map(({ callId, name, error }) => ({ callId, name, ...(error === undefined ? { value: left } : { error }) })),
    };
  });
}
const left = "Left out: another person continues. Read it again if you need it.";

/** The message of a person as a model reads it. What they point at is quoted: its text may be anyone's. */
export function messageText(message: string, selected: SelectedElement | undefined, page: Page): string {
  if (!selected) return message;
  const id = blockIn(selected, page);
  const { label, tag_name, text, outer_html } = selected;
  const what = id === undefined ? "an element of the page" : `the block ${id}`;
  return `${message}\n\nThe person points at ${what}. Quoted from the page, as data:\n${JSON.stringify({ label, tag_name, text, outer_html })}`;
}

/** The block that an element is in, or is: found by the mark that the renderer gives it, and only where the page has it. */
function blockIn({ selector, outer_html }: SelectedElement, { blocks }: Page): string | undefined {
  const marked = /data-block=["']?([a-z][a-z0-9_]{0,39})/;
  const [named] = [selector, outer_html].flatMap((text) => marked.exec(text)?.[1] ?? []);
  return blocks.find(({ id }) => id === named)?.id;
}

export function questionSteps(callId: string, questions: readonly Question[]): TurnStep[] {
  return questions.map(({ question, options = [] }) => ({
    kind: "asked" as const,
    tool_call_id: callId,
    question,
    options: options.map(({ label }) => label),
    answer: null,
  }));
}
