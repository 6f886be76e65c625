import type { CaptureMessage } from "#contract/clarity/capture.ts";
import { interviewQuestions } from "#contract/clarity/interview-questions.ts";
import type { ModelPart, ModelRequest } from "#server/engine/models/port.ts";
import type { PracticeRole } from "#server/engine/models/scripted.ts";
import { askTool, type Asked, finishTool } from "./interviewer.ts";

/** What an interview is about. */
export interface Plan {
  /** What the current process leaves open, or what somebody is asked for. */
  readonly openQuestions: readonly string[];
  /** Nothing else is asked. */
  readonly focused: boolean;
}

/** What has to be known in the end. */
export function topicsOf({ focused }: Pick<Plan, "focused">): readonly string[] {
  return focused ? [] : interviewQuestions;
}

/** All that is asked without a model: the printed list, then each open question. */
export function printedQuestions({ openQuestions, focused }: Plan): readonly string[] {
  return [...new Set([...topicsOf({ focused }), ...openQuestions])];
}

/** The first printed question that was not asked yet; null after the last one. */
export function nextPrinted(transcript: readonly Pick<CaptureMessage, "source" | "message">[], plan: Plan): string | null {
  const asked = new Set(transcript.flatMap(({ source, message }) => (source === "user" ? [] : [message])));
  return printedQuestions(plan).find((question) => !asked.has(question)) ?? null;
}

function answer({ turns }: ModelRequest): ModelPart {
  const told = turns.find((turn) => turn.role === "user");
  const { topics, transcript, open_questions: openQuestions } = JSON.parse(told?.text ?? "{}") as Asked;
  const question = nextPrinted(transcript, { openQuestions, focused: topics.length === 0 });
  return question === null
    ? { type: "call", id: "interview_1", name: finishTool, arguments: {} }
    : { type: "call", id: "interview_1", name: askTool, arguments: { question } };
}

export const practiceInterviewer: PracticeRole = { tool: askTool, answer };
