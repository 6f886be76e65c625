import type { CaptureMessage } from "#contract/clarity/capture.ts";
import { interviewQuestions } from "#contract/clarity/interview-questions.ts";
import type { ModelPart, ModelRequest } from "#server/engine/models/port.ts";
import type { PracticeRole } from "#server/engine/models/scripted.ts";
import { askTool, type Asked, finishTool } from "./interviewer.ts";

/** All that is asked without a model: the printed list, then each open question of the process. */
export function printedQuestions(openQuestions: readonly string[]): readonly string[] {
  return [...new Set([...interviewQuestions, ...openQuestions])];
}

/** The first printed question that was not asked yet; null after the last one. */
export function nextPrinted(
  transcript: readonly Pick<CaptureMessage, "source" | "message">[],
  openQuestions: readonly string[],
): string | null {
  const asked = new Set(transcript.flatMap(({ source, message }) => (source === "user" ? [] : [message])));
  return printedQuestions(openQuestions).find((question) => !asked.has(question)) ?? null;
}

function answer({ turns }: ModelRequest): ModelPart {
  const told = turns.find((turn) => turn.role === "user");
  const { transcript, open_questions } = JSON.parse(told?.text ?? "{}") as Asked;
  const question = nextPrinted(transcript, open_questions);
  return question === null
    ? { type: "call", id: "interview_1", name: finishTool, arguments: {} }
    : { type: "call", id: "interview_1", name: askTool, arguments: { question } };
}

export const practiceInterviewer: PracticeRole = { tool: askTool, answer };
