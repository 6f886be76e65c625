import type { Question } from "#contract/runs/human-requests.ts";
import { invalid } from "#server/platform/http/refusal.ts";

/** What people answered, by question. */
export type Answers = Readonly<Record<string, string>>;

/** Every question has an answer, and nothing else has. */
export function requireAnswers(questions: readonly Pick<Question, "question">[], answers: Answers): void {
  const unknown = Object.keys(answers).find((given) => !questions.some(({ question }) => question === given));
  if (unknown !== undefined) throw invalid(["answers", unknown], "This was not asked");
  const open = questions.find(({ question }) => !Object.hasOwn(answers, question) || answers[question]?.trim() === "");
  if (open) throw invalid(["answers", open.question], "Give an answer");
}
