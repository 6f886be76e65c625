import type { Step } from "./step.ts";

/** Two activities that witnesses tell in different orders. It is stored as an open question of both steps, and read back from there. */
export interface OrderQuestion {
  /** What is asked, for people. */
  readonly question: string;
  /** Evidence of those who tell the first activity first, as it is drawn; then of the others. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** So that the text of an open question holds it: ids have up to 50 characters. */
const mostQuotes = 15;

export function orderQuestionText(first: string, second: string, before: readonly string[], after: readonly string[]): string {
  const ids = (list: readonly string[]) => list.slice(0, mostQuotes).join(" ");
  return `Is “${clip(first)}” done before “${clip(second)}”, or after? Before: ${ids(before)}. After: ${ids(after)}.`;
}

const clip = (title: string): string => (title.length > 100 ? `${[...title].slice(0, 99).join("")}…` : title);

/** Undefined where an open question is of another kind. */
export function readOrderQuestion(text: string): OrderQuestion | undefined {
  const [, question, before = "", after = ""] =
    /^(Is “.*” done before “.*”, or after\?) Before: (\S+(?: \S+)*)\. After: (\S+(?: \S+)*)\.$/.exec(text) ?? [];
  return question === undefined ? undefined : { question, before: before.split(" "), after: after.split(" ") };
}

/** An open question as people read it: without the evidence that it names. */
export const questionWords = (text: string): string => readOrderQuestion(text)?.question ?? text;

/** The questions of some steps, each once, with the steps that have it. */
export function orderQuestionsOf(
  steps: readonly Step[],
): (OrderQuestion & { readonly text: string; readonly stepIds: readonly string[] })[] {
  const by = Map.groupBy(
    steps.flatMap(({ id, openQuestions }) => (openQuestions ?? []).map((text) => ({ id, text }))),
    ({ text }) => text,
  );
  return [...by].flatMap(([text, at]) => {
    const question = readOrderQuestion(text);
    return question ? [{ ...question, text, stepIds: at.map(({ id }) => id) }] : [];
  });
}
