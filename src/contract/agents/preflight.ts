import { endpoint } from "#contract/endpoint.ts";
import { int53 } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import type { Topic } from "#contract/topics.ts";
import { z } from "#contract/zod.ts";

/** At most this many problems are listed; `total` counts all of them. */
export const maxProblems = 100;

export const problemCodes = [
  "no_configuration",
  "team_file_missing",
  "code_file_missing",
  "start_file_missing",
  "model_unavailable",
  "no_steps",
  "sandbox_unavailable",
  "handover_target_deleted",
  "handover_target_not_live",
  "slot_without_queue",
  "slot_without_connection",
  "tools_ask",
  "trigger_without_slot",
  "skill_missing",
  "secret_unreadable",
  "secret_keys_clash",
  "credentials_suspended",
  "login_empty",
  "login_unreadable",
  "login_unused",
  "browser_unavailable",
] as const;

/** Where a problem is put right: a screen leads there by this word. */
export const problemFixes = [
  "upload_file",
  "edit_revision",
  "promote_agent",
  "name_queue",
  "pin_connection",
  "choose_tools",
  "choose_secrets",
  "choose_logins",
  "open_secret",
  "open_login",
  "review_agreement",
  "ask_owner",
  "ask_operator",
] as const;
export type ProblemFix = (typeof problemFixes)[number];

export const PreflightProblem = record("PreflightProblem", {
  code: z.enum(problemCodes),
  /** `blocks`: runs will fail. `warns`: some of them may. Neither keeps anybody from promoting. */
  severity: z.enum(["blocks", "warns"]),
  message: z.string(),
  /** What is wrong; `id` where it has one, `name` as people know it: a path, a model, an agent. */
  subject: z.strictObject({ id: z.string().nullable(), name: z.string() }),
  fix: z.enum(problemFixes),
});
export type PreflightProblem = z.output<typeof PreflightProblem>;

/** What a problem of a revision can follow from. */
export const preflightReads = [
  "revision",
  "agent",
  "revision_slot",
  "connection",
  "integration",
  "schedule",
  "secret",
  "login",
  "skill",
  "file",
  "queue",
  "case_schema",
  "case_trigger",
  "memory",
] as const satisfies readonly Topic[];

export const getPromotePreflight = endpoint({
  name: "getPromotePreflight",
  method: "GET",
  path: "/v2/revisions/{build_id}/promote-preflight",
  area: "Preflight",
  summary: "Problems that would make runs of this revision fail, the worst first; it can still be made live",
  access: { scope: "team", by: "build_id", role: "team:member" },
  reads: preflightReads,
  ours: "A revision can go live whatever is missing; a reviewer has to know first.",
  params: z.strictObject({ build_id: idOf("revision") }),
  reply: z.strictObject({ problems: z.array(PreflightProblem).max(maxProblems), total: int53 }),
});
