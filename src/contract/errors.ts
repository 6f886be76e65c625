import { agentErrors } from "./agents/errors.ts";
import { auditErrors } from "./audit/errors.ts";
import { clarityErrors } from "./clarity/errors.ts";
import { commonErrors } from "./common-errors.ts";
import { connectionErrors } from "./connections/errors.ts";
import { dashboardErrors } from "./dashboards/errors.ts";
import { libraryErrors } from "./library/errors.ts";
import { notificationErrors } from "./notifications/errors.ts";
import { queueErrors } from "./queues/errors.ts";
import { runErrors } from "./runs/errors.ts";
import { scheduleErrors } from "./schedules/errors.ts";
import { teamErrors } from "./teams/errors.ts";
import { z, type $ZodType } from "./zod.ts";

interface ErrorRule {
  readonly status: number;
  /** What a person reads. A handler may say it more exactly. */
  readonly message: string;
  /** Further keys of the body. */
  readonly extra?: $ZodType;
}

/** Every `error` code that the service can answer with, and its status. No other place builds a status. */
export const errorTable = {
  ...commonErrors,
  // Implicit on endpoints that honour Idempotency-Key.
  idempotency_in_progress: { status: 409, message: "The same was sent before and is still being carried out. Try again in a moment." },
  idempotency_mismatch: { status: 422, message: "This Idempotency-Key was already used with a different request." },
  already_created: {
    status: 409,
    message: "This Idempotency-Key has already created the object; its secret is shown only once.",
    extra: z.object({ id: z.string() }),
  },
  // Bounds of an installation that many share (ours).
  /** Files and their versions, skills, program files, attachments and sandboxes count; texts of cases, memory and messages do not. */
  storage_full: { status: 409, message: "Too much is stored. Delete files that are no longer needed, then try again." },
  too_many_streams: { status: 429, message: "Too many live streams are open. Close one, or poll instead." },
  // Of several areas.
  outbound_refused: { status: 400, message: "This address is not allowed as a target." },
  name_taken: { status: 409, message: "This name is already in use." },
  too_many: { status: 409, message: "The limit is reached. Delete some first." },
  ...agentErrors,
  ...auditErrors,
  ...clarityErrors,
  ...connectionErrors,
  ...dashboardErrors,
  ...libraryErrors,
  ...notificationErrors,
  ...queueErrors,
  ...runErrors,
  ...scheduleErrors,
  ...teamErrors,
} as const satisfies Record<string, ErrorRule>;

export type ErrorCode = keyof typeof errorTable;

/** The keys that an error adds to `error` and `message`; empty for most. */
export type ErrorExtra<C extends ErrorCode> = (typeof errorTable)[C] extends { extra: infer X extends z.ZodType }
  ? z.output<X>
  : Record<never, never>;

export const Issue = z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }).meta({ id: "Issue" });
export type Issue = z.output<typeof Issue>;

/** An {@link Issue} in the form that operations on skills give too. */
export const FieldIssue = z.object({ field: z.string(), message: z.string() }).meta({ id: "FieldIssue" });

export const ErrorBody = z.looseObject({
  error: z.string(),
  /** Absent where an operation has `bareErrors`. */
  message: z.string().optional(),
  issues: z.array(Issue).optional(),
});
export type ErrorBody = z.output<typeof ErrorBody>;
