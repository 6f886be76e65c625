import type { CaptureMessage } from "#contract/clarity/capture.ts";
import { type Interview, maxInterviewMessages } from "#contract/clarity/interview.ts";
import type { ReadCapture } from "#server/clarity/captures/reading/read-capture.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";

/** An interview as the store has it. */
export interface Held {
  readonly captureId: string;
  readonly status: "recording" | "complete";
  readonly person: string;
  readonly transcript: readonly CaptureMessage[];
  readonly question: string | null;
  readonly questionBy: string | null;
  readonly askedNext: readonly AskedByMember[];
  readonly openQuestions: readonly string[];
  readonly focused: boolean;
  readonly corrected: readonly number[];
}

/** A question of a member, with who asks it. */
export interface AskedByMember {
  readonly question: string;
  readonly by: string;
}

export interface Given {
  readonly message_index: number;
  readonly message: string;
  readonly corrects?: number | undefined;
}

export interface Step {
  readonly transcript: CaptureMessage[];
  readonly corrected: number[];
}

/**
 * What an answer makes of an interview. Undefined: it is there already, for it was sent twice. The index says which question it answers: of two
 * windows that answer one question, the second is told. Throws `answered_elsewhere`, `interview_over`, `too_many`.
 */
export function stepOf(held: Held, { message_index: at, message, corrects }: Given): Step | undefined {
  const { transcript } = held;
  const there = transcript[at];
  if (there) {
    if (there.source === "user" && there.message === message) return undefined;
    throw refuse("answered_elsewhere");
  }
  if (held.status !== "recording") throw refuse("interview_over");
  const asked = corrects === undefined ? askedNow(held) : askedBefore(held, corrects);
  if (asked === null) throw refuse("interview_over", "All questions are answered. Finish the interview, or correct an answer.");
  if (at !== transcript.length + 1) throw refuse("answered_elsewhere");
  if (at >= maxInterviewMessages) throw refuse("too_many", `An interview has at most ${maxInterviewMessages} messages. Finish it.`);
  return {
    transcript: [...transcript, asked, { source: "user", speakerName: held.person, message }],
    corrected: corrects === undefined ? [...held.corrected] : [...held.corrected, corrects],
  };
}

function askedNow({ question, questionBy }: Held): CaptureMessage | null {
  if (question === null) return null;
  return questionBy === null ? { source: "ai", message: question } : { source: "interviewer", speakerName: questionBy, message: question };
}

/** A correction is a message of its own, behind the same question. */
function askedBefore({ transcript, corrected }: Held, corrects: number): CaptureMessage {
  const before = transcript[corrects - 1];
  if (transcript[corrects]?.source !== "user" || !before || corrected.includes(corrects))
    throw invalid(["corrects"], "Use the position of an answer that was not corrected yet");
  return before;
}

/** Whether another question and its answer fit. */
export function hasRoom(transcript: readonly CaptureMessage[]): boolean {
  return transcript.length + 2 <= maxInterviewMessages;
}

/** The interview as its capture keeps it, cut into a unit for each answer that stands. */
export function readInterview({ transcript, corrected, person }: Pick<Held, "transcript" | "corrected" | "person">): ReadCapture {
  const units = transcript.flatMap(({ source, message }, messageIndex) =>
    source === "user" && !corrected.includes(messageIndex)
      ? [{ locator: { type: "transcript_message" as const, messageIndex }, text: message, person }]
      : [],
  );
  return { transcript: [...transcript], videoTranscript: null, places: null, units };
}

export function toInterview(held: Held, planned: number | null): Interview {
  const { status, person, transcript, question, questionBy, askedNext, corrected } = held;
  const isOpen = status === "recording";
  return {
    status,
    person,
    messages: transcript.map(({ source, speakerName, message }, at) => ({
      source,
      by: source === "interviewer" ? (speakerName ?? null) : null,
      message,
      corrected: corrected.includes(at),
    })),
    question: isOpen ? question : null,
    question_by: isOpen ? questionBy : null,
    asked_next: isOpen ? askedNext.map(({ question: next }) => next) : [],
    message_index: transcript.length + 1,
    planned: planned === null ? null : planned + askedByMembers(held).size,
  };
}

/** What members asked or will ask: a correction asks nothing further. */
function askedByMembers({ transcript, question, questionBy, askedNext }: Held): Set<string> {
  const asked = transcript.flatMap(({ source, message }) => (source === "interviewer" ? [message] : []));
  const now = question !== null && questionBy !== null ? [question] : [];
  return new Set([...asked, ...now, ...askedNext.map((next) => next.question)]);
}
