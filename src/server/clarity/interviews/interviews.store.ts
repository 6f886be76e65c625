import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { clarityCaptures } from "#server/clarity/processes/processes.table.ts";
import type { Db } from "#server/platform/db/open.ts";
import { clarityInterviews } from "./interviews.table.ts";
import type { Held, Step } from "./transcript.ts";

const c = clarityCaptures;
const i = clarityInterviews;

/** An interview, and whose it is. */
export interface HeldInterview extends Held {
  /** Who started it, or made its link. */
  readonly userId: string;
  readonly inviteId: string | null;
  /** Whether it is a capture of its process: from its first answer, or since a guest agreed. */
  readonly listed: boolean;
}

const columns = {
  captureId: c.id,
  userId: c.user_id,
  status: c.status,
  person: c.person,
  transcript: c.transcript,
  question: i.question,
  questionBy: i.question_by,
  askedNext: i.asked_next,
  openQuestions: i.open_questions,
  focused: i.focused,
  corrected: i.corrected,
  inviteId: i.invite_id,
};

export type Which =
  | { readonly processId: string; readonly captureId: string }
  | { readonly inviteId: string }
  /** The one under way of a member: about what is asked for, or about all of it. */
  | { readonly processId: string; readonly userId: string; readonly requestId: string | null };

/** The caller holds the process, where it changes what it finds. */
export async function findInterview(db: Db, which: Which): Promise<HeldInterview | undefined> {
  const where =
    "captureId" in which
      ? and(eq(c.id, which.captureId), eq(c.process_id, which.processId))
      : "inviteId" in which
        ? eq(i.invite_id, which.inviteId)
        : and(
            eq(c.process_id, which.processId),
            eq(c.user_id, which.userId),
            inArray(c.status, ["pending", "recording"]),
            isNull(i.invite_id),
            answers(which.requestId),
          );
  const [row] = await db.select(columns).from(i).innerJoin(c, eq(c.id, i.capture_id)).where(where).limit(1);
  if (!row) return undefined;
  const { status, person, transcript, ...rest } = row;
  return {
    ...rest,
    status: status === "complete" ? "complete" : "recording",
    listed: status !== "pending",
    person: person ?? "",
    transcript: transcript ?? [],
  };
}

/** Whether it is to answer this request, or none. */
const answers = (requestId: string | null) =>
  sql`(select r.id from clarity_requests r where r.capture_id = ${c.id} limit 1) is not distinct from ${requestId}::uuid`;

/** What is asked now, and what members ask after it. */
export type Questions = Pick<Held, "question" | "questionBy" | "askedNext">;

/** The next question goes with the answer: both are kept, or neither is. */
export async function keepStep(db: Db, captureId: string, { transcript, corrected }: Step, asked: Questions): Promise<void> {
  await db
    .update(c)
    .set({ transcript, status: "recording", updated_at: sql`now()` })
    .where(eq(c.id, captureId));
  await db.update(i).set({ corrected }).where(eq(i.capture_id, captureId));
  await keepQuestions(db, captureId, asked);
}

/** The caller holds the process. */
export async function keepQuestions(db: Db, captureId: string, { question, questionBy, askedNext }: Questions): Promise<void> {
  await db
    .update(i)
    .set({ question, question_by: questionBy, asked_next: [...askedNext] })
    .where(eq(i.capture_id, captureId));
}

export async function insertInterview(
  db: Db,
  {
    captureId,
    inviteId,
    question,
    openQuestions,
    focused,
  }: Pick<HeldInterview, "captureId" | "inviteId" | "question" | "openQuestions" | "focused">,
): Promise<void> {
  await db.insert(i).values({ capture_id: captureId, invite_id: inviteId, question, open_questions: [...openQuestions], focused });
}
