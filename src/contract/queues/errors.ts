import { z } from "#contract/zod.ts";

export const queueErrors = {
  // Rubrics.
  no_rubric_version: {
    status: 409,
    message: "Rubrics start when the first case handled by an agent closes. No case in this queue has closed that way yet.",
  },
  last_rubric: { status: 409, message: "This is the last rubric of the queue. Add another one first, or edit this one." },
  // Cases.
  not_a_consumer: { status: 409, message: "This agent does not handle cases from this queue." },
  has_trigger: { status: 409, message: "This agent already has a case trigger. Change that one instead." },
  not_uploaded: { status: 409, message: "This attachment is incomplete. Attach the file again." },
  case_changed: {
    status: 409,
    message: "This case was changed elsewhere. Nothing was saved.",
    extra: z.object({ updated_at: z.string() }),
  },
  not_undoable: { status: 409, message: "This change cannot be undone." },
  case_settled: { status: 409, message: "This case is closed. Reopen it first." },
  // The case schema of a queue.
  schema_changed: {
    status: 409,
    message: "Somebody else changed the fields of this queue. Nothing was saved.",
    /** As it is now; null when there is none. */
    extra: z.object({ schema_id: z.string().nullable() }),
  },
  schema_frozen: { status: 409, message: "The fields are locked. Unlock them first, then change them." },
  has_schema: { status: 409, message: "This queue already has fields. Detach or replace them first." },
  no_schema: { status: 409, message: "This queue has no fields. Define them, or use another queue's." },
} as const;
