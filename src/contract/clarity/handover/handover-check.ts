import { uuid } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

/** What an agent needs for its steps. */
const checkKinds = ["system", "person", "request", "queue"] as const;
/** `unknown`: nothing that is stored here says it. */
const checkStates = ["lacks", "asks", "unknown", "ready"] as const;
/** Where something is put right: a screen leads there by this word. */
const checkFixes = [
  "connect",
  "choose_connection",
  "choose_login",
  "open_connection",
  "name_queue",
  "name_person",
  "answer_request",
  "edit_proposal",
] as const;

export const HandoverCheck = record("ClarityHandoverCheck", {
  kind: z.enum(checkKinds),
  state: z.enum(checkStates),
  /** The steps that it is about, by their ids; none: all of the agent's. */
  step_ids: z.array(z.string()),
  /** What it is about, as people know it: a system, a role, what is asked for. `id` of what was found, or of who is asked. */
  subject: z.strictObject({ id: uuid.nullable(), name: z.string() }),
  /** In few words, for a column. */
  word: z.string(),
  message: z.string(),
  fix: z.enum(checkFixes).nullable(),
});
export type HandoverCheck = z.output<typeof HandoverCheck>;
export type CheckFix = (typeof checkFixes)[number];
