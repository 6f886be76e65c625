import { maxCaptures } from "#contract/clarity/captures.ts";
import { clarityEvents } from "#contract/clarity/events.ts";
import { maxAskedNext, maxInterviewMessages } from "#contract/clarity/interview.ts";
import { countCaptures, endCapture, insertCapture } from "#server/clarity/captures/captures.store.ts";
import { bindCapture, noteAnswer } from "#server/clarity/extra-captures/answer-request.ts";
import type { FoundRequest } from "#server/clarity/extra-captures/requests.store.ts";
import { patchProcess, type ProcessRecord } from "#server/clarity/processes/processes.store.ts";
import type { Db } from "#server/platform/db/open.ts";
import { type Actor, record } from "#server/platform/events/record.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import {
  findInterview,
  type HeldInterview,
  insertInterview,
  keepQuestions,
  keepStep,
  type Questions,
  type Which,
} from "./interviews.store.ts";
import { firstQuestion } from "./next-question.ts";
import { openQuestionsOf } from "./open-questions.ts";
import { type AskedByMember, type Given, readInterview, stepOf } from "./transcript.ts";

// Members and guests are interviewed alike. Each of these is called in a transaction that holds the process.

type Process = Pick<ProcessRecord, "id" | "team_id" | "status">;

interface Starting {
  readonly userId: string;
  readonly person: string;
  readonly inviteId: string | null;
  /** What it is to answer. */
  readonly request?: FoundRequest | undefined;
}

/** Throws `too_many`. */
export async function startInterview(db: Db, process: Process, { userId, person, inviteId, request }: Starting): Promise<HeldInterview> {
  if ((await countCaptures(db, process.id)) >= maxCaptures)
    throw refuse("too_many", `A process has at most ${maxCaptures} captures. Some have to be deleted first.`);
  // Who opens an interview and leaves has said nothing: it is a capture from its first answer, and goes as an upload does that nobody finishes.
  const status = inviteId === null ? "pending" : "recording";
  const values = { process_id: process.id, user_id: userId, team_id: process.team_id, type: "interview", status } as const;
  const { id } = await insertCapture(db, { ...values, person, transcript: [] });
  await bindCapture(db, process.id, id, request?.id);
  const openQuestions = request ? [(request.suggested_prompt ?? request.gap).slice(0, 1_000)] : await openQuestionsOf(db, process.id);
  const plan = { openQuestions, focused: request !== undefined };
  await insertInterview(db, { captureId: id, inviteId, question: firstQuestion(plan), ...plan });
  if (status === "recording") await collecting(db, process);
  return requireInterview(db, { processId: process.id, captureId: id });
}

/** What follows an answer: undefined where it was kept before. Throws as {@link stepOf}. */
export async function keepAnswer(
  db: Db,
  process: Pick<ProcessRecord, "id" | "status">,
  held: HeldInterview,
  given: Given,
  /** Brought from before the transaction; a correction changes no question, and a member's question comes first. */
  next: string | null | undefined,
): Promise<boolean> {
  const step = stepOf(held, given);
  if (!step) return false;
  if (given.corrects === undefined && next === undefined) throw refuse("answered_elsewhere");
  await keepStep(db, held.captureId, step, given.corrects === undefined ? following(held.askedNext, next ?? null) : held);
  if (!held.listed) await collecting(db, process);
  return true;
}

const collecting = (db: Db, { id, status }: Pick<ProcessRecord, "id" | "status">) =>
  patchProcess(db, id, status === "draft" ? { status: "collecting" } : {});

/** The questions once the one that is asked now has its answer. */
function following([first, ...rest]: readonly AskedByMember[], next: string | null): Questions {
  return first ? { question: first.question, questionBy: first.by, askedNext: rest } : { question: next, questionBy: null, askedNext: [] };
}

/** Puts a member's question into an interview. Returns false where it was asked before. Throws `interview_over`, `too_many`. */
export async function askInInterview(db: Db, held: HeldInterview, asked: AskedByMember): Promise<boolean> {
  if (held.status !== "recording") throw refuse("interview_over");
  const { transcript, question, questionBy, askedNext } = held;
  const said = transcript.flatMap(({ source, message }) => (source === "user" ? [] : [message]));
  if ([...said, question, ...askedNext.map((one) => one.question)].includes(asked.question)) return false;
  if (askedNext.length >= maxAskedNext)
    throw refuse("too_many", `${maxAskedNext} questions wait already. Ask again when one of them is answered.`);
  const waiting = askedNext.length + (question === null ? 0 : 1);
  if (transcript.length + 2 * (waiting + 1) > maxInterviewMessages)
    throw refuse("too_many", `An interview has at most ${maxInterviewMessages} messages. Finish it.`);
  await keepQuestions(
    db,
    held.captureId,
    question === null ? following([asked], null) : { question, questionBy, askedNext: [...askedNext, asked] },
  );
  return true;
}

/** Makes a capture of it, with its evidence. Returns whether it was under way. Throws `nothing_said`. */
export async function finishInterview(db: Db, process: Process, held: HeldInterview, actor: Actor): Promise<boolean> {
  if (held.status === "complete") return false;
  if (held.transcript.length === 0) throw refuse("nothing_said");
  await endCapture(db, held.captureId, readInterview(held));
  await patchProcess(db, process.id, {});
  await record(db, clarityEvents, { type: "clarity_process.captured", team: process.team_id, actor, subject: process.id, data: {} });
  await noteAnswer(db, process, held.captureId, actor);
  return true;
}

export async function requireInterview(db: Db, which: Which): Promise<HeldInterview> {
  const held = await findInterview(db, which);
  if (!held) throw refuse("not_found");
  return held;
}
