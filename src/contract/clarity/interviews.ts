import { endpoint } from "#contract/endpoint.ts";
import { titleUpTo, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { z } from "#contract/zod.ts";
import { answerBody, Interview, maxMemberQuestion } from "./interview.ts";
import { deletesCapture } from "./rights.ts";

const shared = {
  area: "Clarity",
  access: { scope: "team", by: "process_id", role: "team:clarity-member" },
  ours: "The specification has interviews as captures, and leaves asking to its web application.",
} as const;
const root = "/v2/clarity-v2/processes/{process_id}";
const ofProcess = z.strictObject({ process_id: idOf("clarity_process") });
const one = ofProcess.extend({ capture_id: idOf("clarity_capture") });
const reply = z.strictObject({ interview: Interview });

export const startClarityInterview = endpoint({
  ...shared,
  name: "startClarityInterview",
  method: "POST",
  path: `${root}/interviews`,
  summary: "Start an interview with oneself, or continue it",
  changes: ["clarity_process"],
  params: ofProcess,
  body: z.strictObject({
    /** Only what this request is about is asked. */
    extra_capture_request_id: uuid.optional(),
  }),
  status: 201,
  reply: z.strictObject({ capture_id: uuid, interview: Interview }),
  errors: ["too_many"],
});

export const getClarityInterview = endpoint({
  ...shared,
  name: "getClarityInterview",
  method: "GET",
  path: `${root}/captures/{capture_id}/interview`,
  summary: "What was said so far, and what is asked now",
  reads: ["clarity_process"],
  params: one,
  reply: z.strictObject({
    interview: Interview,
    /** By the link for guests: no member answers in it. */
    guest: z.boolean(),
  }),
});

export const answerClarityInterview = endpoint({
  ...shared,
  name: "answerClarityInterview",
  method: "POST",
  path: `${root}/captures/{capture_id}/interview`,
  summary: "Answer, or correct an answer",
  changes: ["clarity_process"],
  params: one,
  body: z.strictObject(answerBody),
  reply,
  errors: ["answered_elsewhere", "interview_over", "too_many"],
});

export const askInClarityInterview = endpoint({
  ...shared,
  access: { ...shared.access, role: "team:member" },
  name: "askInClarityInterview",
  method: "POST",
  path: `${root}/captures/{capture_id}/interview/questions`,
  summary: "Ask a question of one's own, after the one now",
  changes: ["clarity_process"],
  params: one,
  body: z.strictObject({ question: titleUpTo(maxMemberQuestion) }),
  reply,
  errors: ["interview_over", "too_many"],
});

export const finishClarityInterview = endpoint({
  ...shared,
  name: "finishClarityInterview",
  method: "POST",
  path: `${root}/captures/{capture_id}/interview/finish`,
  summary: "End an interview: its answers become evidence",
  may: deletesCapture,
  changes: ["clarity_process"],
  params: one,
  reply,
  errors: ["nothing_said"],
});
