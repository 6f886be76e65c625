import { endpoint } from "#contract/endpoint.ts";
import { int53, page, queryFlag, storable, text, timestamp, uuid } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";
import { PendingHumanRequest } from "./human-requests.ts";

export const runStatuses = ["not_started", "pending", "starting", "running", "waiting", "completed", "failed", "interrupted"] as const;
export type RunStatus = (typeof runStatuses)[number];
export const terminalStatuses = ["completed", "failed", "interrupted"] as const satisfies RunStatus[];
/** `stopped` reads as interrupted; `needs_attention` as waiting or failed. Both are filters, never stored. */
export const runFilters = [...runStatuses, "stopped", "needs_attention"] as const;
export type RunFilter = (typeof runFilters)[number];

/** A run that another one started, or was started by (ours). */
export const RelatedRun = z.strictObject({
  id: uuid,
  agent_id: uuid,
  agent_name: z.string(),
  run_number: int53,
  status: z.enum(runStatuses),
  /** Whether the work was handed over for good, or asked for in between. */
  kind: z.enum(["handover", "sub_agent"]),
  /** The call that started the later one; null where the revision names what comes next. */
  tool_call_id: z.string().nullable(),
});
export type RelatedRun = z.output<typeof RelatedRun>;

/** Why a run failed, in words and as a code (ours: a failed run has to say why). */
export const RunFailure = z.strictObject({ code: z.string(), message: z.string() });

export const Run = z.strictObject({
  id: uuid,
  agent_id: uuid,
  build_id: uuid,
  status: z.enum(runStatuses),
  source: z.string().nullable(),
  sandbox_id: z.string().nullable(),
  started_at: timestamp.nullable(),
  completed_at: timestamp.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  human_in_the_loop_enabled: z.boolean(),
});
export type Run = z.output<typeof Run>;

/** What the run page shows beyond the specification's record. */
export const RunDetails = z.strictObject({
  ...Run.shape,
  title: z.string(),
  run_number: int53,
  team_id: uuid,
  agent_name: z.string(),
  agent_deleted: z.boolean(),
  revision_number: int53,
  user_id: uuid.nullable(),
  user_name: z.string().nullable(),
  failure: RunFailure.nullable(),
  /** Set while a transient fault is being waited out. */
  retry: z.strictObject({ attempt: z.int(), next_at: timestamp, reason: z.string() }).nullable(),
  usage: z.strictObject({ input_tokens: int53, output_tokens: int53 }),
  model: z.string().nullable(),
  message_count: int53,
  /** Position (as `offset` of the message list) of the first error, for the jump to it. */
  first_error_offset: int53.nullable(),
  /** Newest run of the same agent that completed, on another revision: what to compare a failure with. */
  last_success_build_id: uuid.nullable(),
  /** The case that the run works on or has worked on, as long as it exists (ours: a run that waits for a decision about it has to lead there). */
  case: z.strictObject({ id: uuid, title: z.string(), queue_id: uuid, queue_name: z.string() }).nullable(),
  parent: RelatedRun.nullable(),
  /** What this run started, oldest first, at most 100. */
  children: z.array(RelatedRun),
});
export type RunDetails = z.output<typeof RunDetails>;

export const EvalSummary = z.strictObject({
  passed: z.number(),
  total: z.number(),
  final_comment: z.string().optional(),
  status: z.enum(["ready", "unavailable", "in_progress"]),
  severityCounts: z.strictObject({ critical: int53, medium: int53, low: int53 }).optional(),
});

export const RunRow = z.strictObject({
  id: uuid,
  created_at: timestamp,
  updated_at: timestamp,
  started_at: timestamp.nullable(),
  completed_at: timestamp.nullable(),
  status: z.enum(runStatuses),
  source: z.string().nullable(),
  title: z.string(),
  run_number: int53,
  agent_id: uuid,
  agent_name: z.string(),
  build_id: uuid,
  user_id: uuid.nullable(),
  case_queue_item_id: uuid.nullable(),
  case_queue_id: uuid.nullable(),
  case_queue_name: z.string().nullable(),
  case_title: z.string().nullable(),
  postponed_to: timestamp.nullable(),
  submitted_prompt_count: int53,
  eval_summaries: EvalSummary.nullable(),
});
export type RunRow = z.output<typeof RunRow>;

const filters = {
  limit: page(20, 100).limit,
  offset: page(20, 100).offset,
  sort_by: z.enum(["created_at"]).optional(),
  sort_order: z.enum(["asc", "desc"]).default("desc"),
  status: z.enum(runFilters).optional(),
  agent_id: uuid.optional(),
  user_id: uuid.optional(),
  case_queue_id: uuid.optional(),
  source: text(1, 100).optional(),
  search: text(1, 200).optional(),
  has_issues: queryFlag.optional(),
  issue_severity: z.enum(["critical", "medium", "low"]).optional(),
  since: timestamp.optional(),
  digest_id: uuid.optional(),
  /**
   * Ours: continue behind this row of the answer before (`created_at` and `id` joined by `_`), so that the thousandth page costs what the
   * first does. Takes the place of `offset`.
   */
  after: z
    .string()
    .regex(/^[0-9TZ:.-]{20,30}_[0-9a-f-]{36}$/, { error: "Use the `next` of an answer before" })
    .optional(),
};

const RunPage = z.strictObject({
  data: z.array(RunRow),
  total: int53,
  /** Ours: the `after` of the following page, or null. */
  next: z.string().nullable(),
});

const area = "Runs";

export const listTeamRuns = endpoint({
  name: "listRuns",
  method: "GET",
  path: "/v2/teams/{teamId}/runs",
  area,
  summary: "The runs of a team; below Manager only one's own, whatever `user_id` says",
  access: { kind: "team", by: "teamId", role: "team:member" },
  params: z.strictObject({ teamId: uuid }),
  query: z.strictObject(filters),
  reply: RunPage,
});

export const listRuns = endpoint({
  name: "listAllRuns",
  method: "GET",
  path: "/v2/runs",
  area,
  summary: "The runs of the key's team, or of `team_id`, or of all the caller's teams",
  access: { kind: "caller" },
  query: z.strictObject({ ...filters, team_id: uuid.optional() }),
  reply: RunPage,
  errors: ["not_found", "forbidden"],
});

const startBody = z.strictObject({
  agent_id: uuid,
  message: text(1, 100_000).optional(),
  sandbox_id: uuid.optional(),
  webhook_url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .refine(storable, { error: "This contains characters that cannot be stored" })
    .optional(),
});

export const startTeamRun = endpoint({
  name: "startRun",
  method: "POST",
  path: "/v2/teams/{teamId}/runs",
  area,
  summary: "Start a run of an agent's live revision; answers at once",
  access: { kind: "team", by: "teamId", role: "team:member" },
  params: z.strictObject({ teamId: uuid }),
  body: startBody,
  reply: z.strictObject({ run: Run }),
  status: 201,
  errors: ["not_found", "no_live_revision", "sandbox_expired", "outbound_refused"],
  creates: "replayed",
});

export const startRun = endpoint({
  name: "startAgentRun",
  method: "POST",
  path: "/v2/runs",
  area,
  summary: "Start a run; the agent decides the team",
  access: { kind: "team", by: "body.agent_id", role: "team:member" },
  body: startBody,
  reply: z.strictObject({ run: Run }),
  status: 201,
  errors: ["no_live_revision", "sandbox_expired", "outbound_refused"],
  creates: "replayed",
});

export const getRun = endpoint({
  name: "getRun",
  method: "GET",
  path: "/v2/runs/{run_id}",
  area,
  summary: "The state of a run and what it waits for",
  access: { kind: "team", by: "run_id", role: "team:member" },
  params: z.strictObject({ run_id: uuid }),
  reply: z.strictObject({ run: Run, pending_human_request: PendingHumanRequest.nullable() }),
  errors: ["forbidden"],
});

export const getRunDetails = endpoint({
  name: "getRunDetails",
  method: "GET",
  path: "/v2/runs/{run_id}/details",
  area,
  summary: "A run with everything its page shows",
  access: { kind: "team", by: "run_id", role: "team:member" },
  ours: "The specification's record is closed; the run page also shows title, failure, retry, usage and every open request.",
  params: z.strictObject({ run_id: uuid }),
  reply: z.strictObject({ run: RunDetails, human_requests: z.array(PendingHumanRequest) }),
  errors: ["forbidden"],
});

export const stopRun = endpoint({
  name: "stopRun",
  method: "POST",
  path: "/v2/runs/{run_id}/stop",
  area,
  summary: "Stop an active run; succeeds without effect when it has ended",
  access: { kind: "team", by: "run_id", role: "team:member" },
  params: z.strictObject({ run_id: uuid }),
  reply: z.strictObject({ success: z.boolean(), message: z.string().optional() }),
  errors: ["forbidden"],
});
