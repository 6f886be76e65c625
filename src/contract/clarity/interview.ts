import { int53, nameUpTo, titleUpTo } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

/** Of one interview, questions and answers together. */
export const maxInterviewMessages = 200;
/** What a model asks at most in one interview. */
export const maxInterviewQuestions = 25;

/** What members ask in one interview, and is not asked yet. */
export const maxAskedNext = 10;
export const maxMemberQuestion = 1_000;

/** Characters of an answer. */
export const maxAnswer = 5_000;
const answerText = titleUpTo(maxAnswer);
export const intervieweeName = nameUpTo(200);

const InterviewMessage = record("ClarityInterviewMessage", {
  source: z.enum(["ai", "user", "interviewer"]),
  /** Who of the team asked. Null for what the list, a model or the person says. */
  by: z.string().nullable(),
  message: z.string(),
  /** A later answer takes its place. It stays, and is no evidence. */
  corrected: z.boolean(),
});

export const Interview = record("ClarityInterview", {
  status: z.enum(["recording", "complete"]),
  /** Who answers, in their own words: a name or a role. */
  person: z.string(),
  /** Each question is followed by its answer. */
  messages: z.array(InterviewMessage),
  /** What is asked now. Null: nothing more is. */
  question: z.string().nullable(),
  /** Who of the team asks it. */
  question_by: z.string().nullable(),
  /** What members ask after it. */
  asked_next: z.array(z.string()),
  /** Where the next answer goes: it is sent with it, so that no answer is kept twice. */
  message_index: int53,
  /** How many questions there are. Null: a model asks what it finds missing. */
  planned: int53.nullable(),
});
export type Interview = z.output<typeof Interview>;

/** What is sent with an answer. */
export const answerBody = {
  message_index: z.int().min(1).max(maxInterviewMessages),
  message: answerText,
  /** The message that the answer corrects. */
  corrects: z.int().min(1).max(maxInterviewMessages).optional(),
};
