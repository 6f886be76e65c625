import { timestamp, uuid } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { levels } from "./step-source.ts";

const requestStatuses = ["requested", "captured", "resolved"] as const;

/** What a proposal does not know about a step, and who is asked for it. */
export const ExtraCaptureRequest = record("ClarityExtraCaptureRequest", {
  id: uuid,
  proposal_id: uuid,
  step_id: z.string(),
  /** What answers it, from the upload or the first question on. */
  capture_id: uuid.nullable(),
  requested_user_id: uuid.nullable(),
  /** `captured`: answered, and no proposal was generated with the answer yet. */
  status: z.enum(requestStatuses),
  gap: z.string(),
  suggested_prompt: z.string().nullable(),
  priority: z.enum(levels),
  created_at: timestamp,
  updated_at: timestamp,
});
export type ExtraCaptureRequest = z.output<typeof ExtraCaptureRequest>;
