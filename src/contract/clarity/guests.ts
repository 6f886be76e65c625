import { endpoint } from "#contract/endpoint.ts";
import { text, timestamp } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { answerBody, Interview, intervieweeName } from "./interview.ts";

const token = text(20, 100);
const root = "/v2/clarity-guest";
const shared = {
  area: "Clarity",
  access: { scope: "public" },
  ours: "The specification makes these links, and leaves the interview to its web application.",
} as const;
const changing = { ...shared, method: "POST", changes: ["clarity_process"] } as const;

/** What a guest sees: who asks about what, and what they said themselves. */
export const GuestPage = record("ClarityGuest", {
  process_name: z.string(),
  organization_name: z.string(),
  invited_by_name: z.string().nullable(),
  expires_at: timestamp,
  /** What a guest agrees to. */
  consent: z.array(z.string()),
  /** Null: the guest has not agreed yet. */
  interview: Interview.nullable(),
});
export type GuestPage = z.output<typeof GuestPage>;
const reply = z.strictObject({ guest: GuestPage });

export const openClarityGuestInterview = endpoint({
  ...shared,
  name: "openClarityGuestInterview",
  method: "POST",
  readOnly: true,
  path: `${root}/open`,
  summary: "What the link of an interview is for; does not start it",
  reads: ["clarity_process"],
  body: z.strictObject({ token }),
  reply,
  errors: ["not_found"],
});

export const consentToClarityGuestInterview = endpoint({
  ...changing,
  name: "consentToClarityGuestInterview",
  path: `${root}/consent`,
  summary: "Agree, with a name or a role, and start the interview",
  body: z.strictObject({ token, person: intervieweeName }),
  reply,
  errors: ["not_found", "too_many"],
});

export const answerClarityGuestInterview = endpoint({
  ...changing,
  name: "answerClarityGuestInterview",
  path: `${root}/answer`,
  summary: "Answer the question, or correct an answer; one sent twice is kept once",
  body: z.strictObject({ token, ...answerBody }),
  reply,
  errors: ["not_found", "answered_elsewhere", "interview_over", "too_many"],
});

export const finishClarityGuestInterview = endpoint({
  ...changing,
  name: "finishClarityGuestInterview",
  path: `${root}/finish`,
  summary: "End the interview: its answers become evidence",
  body: z.strictObject({ token }),
  reply,
  errors: ["not_found", "nothing_said"],
});
