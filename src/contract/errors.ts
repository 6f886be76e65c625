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
  // Implicit on every endpoint: the HTTP layer answers with them before or around the handler.
  invalid_request: { status: 400, message: "The request does not have the expected format." },
  unauthorized: { status: 401, message: "Sign in, or send an API key as `Authorization: Bearer <key>`." },
  rate_limited: { status: 429, message: "Too many requests. Wait, then try again." },
  internal: { status: 500, message: "Something went wrong in the service. Nothing was changed." },
  unavailable: { status: 503, message: "The store cannot be reached right now. Try again in a moment." },
  busy: { status: 503, message: "Too many requests are in progress. Nothing was changed. Try again in a moment." },
  /** Where an address takes other methods, which `Allow` names. The specification names no status for it; this one is HTTP's. */
  method_not_allowed: { status: 405, message: "This address does not support this method." },
  payload_too_large: { status: 413, message: "The body is larger than this endpoint allows." },
  request_timeout: { status: 408, message: "The request arrived too slowly." },
  range_not_satisfiable: { status: 416, message: "The file has nothing in this range." },
  expectation_failed: { status: 417, message: "This service meets no expectation but 100-continue. Send the request without Expect." },
  /** The host name of the request is none of this service's: HTTP's status for it. */
  misdirected: { status: 421, message: "This service has another name. Add the name to ALLOWED_HOSTS." },
  unsupported_media_type: { status: 415, message: "Send the body as application/json." },
  // Implicit where the access rule of the endpoint can lead to them.
  forbidden: { status: 403, message: "Your role does not allow this." },
  not_found: { status: 404, message: "Nothing with this id exists, or you cannot see it." },
  // Implicit on endpoints that honour Idempotency-Key.
  idempotency_in_progress: { status: 409, message: "A request with this Idempotency-Key is still in progress." },
  idempotency_mismatch: { status: 422, message: "This Idempotency-Key was already used with a different request." },
  already_created: {
    status: 409,
    message: "This Idempotency-Key has already created the object; its secret is shown only once.",
    extra: z.object({ id: z.string() }),
  },
  // Sign-in and set-up.
  wrong_credentials: { status: 401, message: "Email address and password do not match." },
  wrong_code: { status: 401, message: "That code is not valid. Codes change every 30 seconds." },
  too_many_attempts: {
    status: 429,
    message: "Too many sign-in attempts. Wait before you try again.",
    extra: z.object({ retry_after_seconds: z.number().int() }),
  },
  wrong_setup_code: { status: 403, message: "This is not the set-up code. The service prints it when it starts." },
  already_set_up: { status: 409, message: "This installation already has an owner. Sign in instead." },
  second_factor_active: { status: 409, message: "Two-factor sign-in is already on. Turn it off first." },
  no_second_factor: { status: 409, message: "Two-factor sign-in is not set up." },
  session_required: { status: 403, message: "This requires a signed-in person. An API key is not enough." },
  // Members.
  last_owner: { status: 409, message: "A team needs an Owner of its own. Make somebody else Owner first." },
  last_executive: { status: 409, message: "An organization needs an Executive. Make somebody else Executive first." },
  inherited_role: { status: 409, message: "This role comes from the organization. Change it there." },
  already_member: { status: 409, message: "This person is already a member." },
  already_invited: { status: 409, message: "This address already has an invite. Resend that one." },
  invite_over: { status: 409, message: "This invite was revoked, replaced or already accepted. Ask for a new one." },
  invite_expired: { status: 409, message: "This invite has expired. Ask for it to be resent: this link then works again." },
  invite_for_other: {
    status: 409,
    message: "This invite is for another email address. Sign in with that one, or ask for an invite to yours.",
  },
  account_exists: { status: 409, message: "This address already has an account. Sign in, then accept the invite." },
  no_mail: { status: 409, message: "This installation sends no mail. Ask an administrator of your organization for help." },
  reset_over: { status: 409, message: "This link was used already or is older than an hour. Ask for a new one." },
  // Agents and revisions.
  already_live: { status: 409, message: "This revision is already live." },
  not_a_draft: { status: 409, message: "Only a draft can be deleted. This revision was live and is kept for its runs." },
  step_family_fixed: { status: 400, message: "An agent's kind of step cannot change after it is created." },
  missing_blobs: {
    status: 400,
    message: "The bundle names files that were not uploaded.",
    extra: z.object({ missing: z.array(z.string()) }),
  },
  wrong_bucket: { status: 400, message: "The bundle names a bucket of another team." },
  digest_mismatch: { status: 400, message: "The bytes do not match the digest in the address." },
  revision_changed: {
    status: 409,
    message: "Somebody else changed this revision. Nothing was saved.",
    extra: z.object({ updated_at: z.string() }),
  },
  folder_cycle: { status: 409, message: "A folder cannot be inside itself." },
  folder_not_empty: {
    status: 409,
    message: "This folder is not empty. Delete it with `force=true` to move its agents to the root.",
    extra: z.object({ has_contents: z.boolean(), agent_count: z.int() }),
  },
  memory_changed: {
    status: 409,
    message: "This memory file has changed. Read it again, then decide.",
    /** As it is now; null when the file is gone. */
    extra: z.object({ generation: z.string().nullable() }),
  },
  /** Spelled as the sources have it. */
  ASSIGNMENT_NOT_STANDALONE: {
    status: 400,
    message: "This agent depends on others. Move them with it, or separate them first.",
    extra: z.object({
      blockers: z.array(
        z.object({ kind: z.enum(["agent", "automation", "queue"]), id: z.string(), name: z.string() }).meta({ id: "MoveBlocker" }),
      ),
    }),
  },
  still_stopping: { status: 409, message: "Its runs are still being stopped. Wait for that job to end, then restore the automation." },
  still_moving: { status: 409, message: "Its runs are still being moved to another team. Wait for that job to end, then try again." },
  agents_at_work: {
    status: 409,
    message: "Runs are active or a generation is undecided. Wait for them to end or stop them, then move the agent.",
    extra: z.object({
      active_runs: z.int(),
      open_generations: z.int(),
      /** The first ten of them, the oldest first; the id of a generation is the one of its revision. */
      work: z.array(
        z
          .object({ kind: z.enum(["run", "generation"]), id: z.string(), agent_id: z.string(), name: z.string() })
          .meta({ id: "WorkAtHand" }),
      ),
    }),
  },
  suggestion_resolved: { status: 409, message: "This suggestion was already decided, or no longer applies to the agent." },
  instructions_full: { status: 409, message: "The instructions of this draft would become too long. Shorten them first." },
  // Builder runs.
  generation_active: { status: 409, message: "A generation of this revision is open. Accept, decline or cancel it first." },
  historic_revision: { status: 409, message: "A previous revision cannot change. Create a revision from it." },
  stale_review: {
    status: 409,
    message: "The proposal you reviewed is no longer the latest. Review it again, then decide. Nothing was changed.",
  },
  not_reviewable: { status: 409, message: "This generation is not waiting for a decision." },
  not_cancellable: { status: 409, message: "This generation has ended. Decline its result instead of canceling it." },
  // Secrets, logins and connections.
  already_attached: { status: 409, message: "It is already attached to this revision." },
  wrong_slot: { status: 409, message: "This slot takes something else." },
  tool_changed: { status: 409, message: "The server changed one of these tools. Look at it again, then choose." },
  server_taken: { status: 409, message: "An integration of this team already has this address." },
  agreement_outdated: { status: 409, message: "The revision was changed after you looked at it. Review it again, then agree." },
  secret_unreadable: {
    status: 409,
    message: "The stored values cannot be opened with this installation's SECRETS_KEY. Replace all values.",
  },
  no_rubric_version: {
    status: 409,
    message: "Rubrics start when the first case handled by an agent closes. No case in this queue has closed that way yet.",
  },
  last_rubric: { status: 409, message: "This is the last rubric of the queue. Add another one first, or edit this one." },
  too_many_rubrics: { status: 409, message: "A revision has at most 5 rubrics. Delete one first." },
  // Automations.
  in_other_automation: { status: 409, message: "This already belongs to another automation." },
  in_automation: { status: 409, message: "This agent belongs to an automation. Activate a revision of the automation instead." },
  not_a_member: { status: 409, message: "This does not belong to the automation." },
  revision_fixed: { status: 409, message: "Only a draft can be changed. Create a draft from this revision instead." },
  bound_by_draft: { status: 409, message: "A draft of the automation includes this revision. Choose another one there first." },
  queue_names_clash: {
    status: 409,
    message: "Two queues of the revision would have the same name.",
    extra: z.object({ names: z.array(z.string()) }),
  },
  routing_conflict: {
    status: 409,
    message: "The routing of this revision has conflicts.",
    extra: z.object({
      conflicts: z.array(z.object({ agent_id: z.string(), agent_name: z.string(), message: z.string() }).meta({ id: "ConflictingRoute" })),
    }),
  },
  routed_by_revision: {
    status: 409,
    message: "The active revision of the automation decides which agent this queue starts. Change the routing in a draft and activate it.",
  },
  named_by_revision: { status: 409, message: "The active revision of the automation names this queue. Change it there." },
  // Runs.
  no_live_revision: { status: 409, message: "This agent has no live revision. Make one live, then start the run." },
  run_failed: { status: 400, message: "A failed run cannot receive messages. Start another run." },
  not_accepting_messages: { status: 409, message: "Code is running. It can receive a message once it ends." },
  not_waiting: { status: 409, message: "This run is not waiting for an answer." },
  already_answered: { status: 409, message: "This request is already answered or closed." },
  wrong_answer: { status: 400, message: "The answer does not match the request." },
  sandbox_expired: { status: 409, message: "This sandbox has expired." },
  sandbox_in_use: { status: 409, message: "A run is working in this sandbox." },
  outbound_refused: { status: 400, message: "This address is not allowed as a target." },
  oauth_unsupported: { status: 400, message: "This server offers no sign-in that can be used here." },
  oauth_refused: { status: 400, message: "The other service did not allow the access. Nothing was connected. Start again." },
  authorization_over: {
    status: 409,
    message: "This request was answered already, or took longer than 10 minutes. Connect the AI client again.",
  },
  oauth_over: {
    status: 409,
    message: "This sign-in is not yours, was used already, or took longer than 10 minutes. Nothing was connected. Start again.",
  },
  provider_not_set_up: {
    status: 409,
    message: "This installation has no client for this service yet. An administrator registers one there and sets OAUTH_PROVIDERS.",
  },
  chat_refused: { status: 400, message: "The chat did not take the message. Check its address." },
  server_unreachable: { status: 400, message: "No answer came from this server. Check the address, then try again." },
  missing_connection: {
    status: 409,
    message: "A connection that this agent needs is missing. Choose one, then try again.",
    extra: z.object({
      missing: z.array(
        z.object({ build_id: z.string(), slot_id: z.string(), name: z.string(), broken: z.boolean() }).meta({ id: "LackedConnection" }),
      ),
    }),
  },
  // Events of other services.
  webhook_unverified: { status: 401, message: "This delivery is not signed by the secret of this source. Nothing was stored." },
  source_paused: { status: 409, message: "This source is paused. Nothing was stored. Resume it, then send the event again." },
  // Cases.
  not_a_consumer: { status: 409, message: "This agent does not handle cases from this queue." },
  has_trigger: { status: 409, message: "This agent already has a case trigger. Change that one instead." },
  not_uploaded: { status: 409, message: "This attachment is incomplete. Attach the file again." },
  case_changed: {
    status: 409,
    message: "Somebody else changed this case. Nothing was saved.",
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
  // Bounds of an installation that many share (ours).
  /** Files and their versions, skills, program files, attachments and sandboxes count; texts of cases, memory and messages do not. */
  storage_full: { status: 409, message: "Too much is stored. Delete files that are no longer needed, then try again." },
  too_many_streams: { status: 429, message: "Too many live streams are open. Close one, or poll instead." },
  // Files and skills.
  not_text: { status: 400, message: "This file is not text. Download it instead." },
  name_taken: { status: 409, message: "This name is already in use." },
  version_conflict: {
    status: 409,
    message: "Somebody else changed this file. Nothing was saved.",
    extra: z.object({ version: z.number().int() }),
  },
  invalid_skill: { status: 400, message: "This skill cannot be used." },
  too_many: { status: 409, message: "The limit is reached. Delete some first." },
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
  message: z.string(),
  issues: z.array(Issue).optional(),
});
export type ErrorBody = z.output<typeof ErrorBody>;
