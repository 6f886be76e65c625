import type { ModelPart, ModelRequest } from "#server/engine/models/port.ts";
import type { PracticeRole } from "#server/engine/models/scripted.ts";
import { type Described, type Summary, summaryTool } from "./summary.ts";

// The rules of the practice model, as the console prints them: it counts steps, roles, decisions and open questions, and writes down what it counted.

const mostPoints = 8;

export function summarizeByCounting({ process, steps }: Described): Summary {
  const tasks = steps.filter(({ nodeType }) => nodeType === "task");
  const roles = [...new Set(tasks.flatMap(({ role }) => role ?? []))];
  const decisions = steps.filter(({ nodeType, nodeSubtype }) => nodeType === "gateway" && nodeSubtype !== "parallel");
  const asking = steps.filter(({ openQuestions }) => (openQuestions ?? []).length > 0);
  // Steps that people disagree about have the same question.
  const questions = [...new Set(asking.flatMap(({ openQuestions }) => openQuestions ?? []))];
  const askedAt = (question: string) =>
    asking.filter(({ openQuestions }) => openQuestions?.includes(question)).map(({ title }) => `“${title}”`);
  const sure = tasks.filter(({ captures }) => captures > 1);
  const [first] = tasks;
  const sentences = [
    `“${process}” has ${counted(tasks.length, "task")}${roles.length > 0 ? ` of ${listed(roles)}` : ""}.`,
    ...(first ? [`It starts with “${first.title}”.`] : []),
    decisions.length > 0
      ? `${counted(decisions.length, "decision")} ${decisions.length === 1 ? "is" : "are"} made on the way.`
      : "There is no decision on the way.",
    questions.length > 0
      ? `${counted(questions.length, "question")} ${questions.length === 1 ? "is" : "are"} open, at ${counted(asking.length, "step")}.`
      : "No question is open.",
    ...(steps[0]?.assumptions ?? []),
  ];
  return {
    summary: sentences.join(" "),
    swot: {
      strengths:
        sure.length > 0
          ? [`${sure.length} of ${counted(tasks.length, "task")} ${sure.length === 1 ? "is" : "are"} told by several captures.`]
          : [],
      weaknesses: [
        ...questions.map(askedAt).map((titles) => `${listed(titles)} ${titles.length === 1 ? "has" : "have"} an open question.`),
        ...steps
          .filter(({ exception, handling }) => exception && !handling)
          .map(({ title }) => `No capture says what happens when “${title}” fails.`),
      ].slice(0, mostPoints),
      opportunities: [],
      threats: [],
    },
  };
}

const counted = (n: number, noun: string) => `${n} ${noun}${n === 1 ? "" : "s"}`;
const listed = (words: readonly string[]) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);

function answer({ turns }: ModelRequest): ModelPart {
  const asked = turns.find((turn) => turn.role === "user");
  const described = JSON.parse(asked?.text ?? "{}") as Described;
  return { type: "call", id: "summary_1", name: summaryTool, arguments: { ...summarizeByCounting(described) } };
}

export const practiceSummary: PracticeRole = { tool: summaryTool, answer };
