import { endpoint } from "#contract/endpoint.ts";
import { int53, isTimestamp, page, queryFlag, storable, text, uuid, otherCursor } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { queryOf, sortOf } from "#contract/list-query.ts";
import { record } from "#contract/record.ts";
import { mayOpenRun } from "./rights.ts";
import { z } from "#contract/zod.ts";
import { PendingHumanRequest } from "./human-requests.ts";
import { runList } from "./run-list.ts";
import { Run, RunDetails, RunRow, RunWait } from "./run.ts";

const filters = {
  limit: page(20, 100).limit,
  offset: page(20, 100).offset,
  sort_by: sortOf(runList.sorts).optional(),
  sort_order: z.enum(["asc", "desc"]).default("desc"),
  /** `failure_code` is ours: the `code` of what a run failed by, as its details give it. */
  ...queryOf(runList),
  has_issues: queryFlag.optional(),
  issue_severity: z.enum(["critical", "medium", "low"]).optional(),
  digest_id: uuid.optional(),
  /**
   * Ours: continue behind this row of the answer before (`created_at` and `id` joined by `_`), so that the thousandth page costs what the
   * first does. Takes the place of `offset`. It walks a list and is no feed: a run has the time at which its request began, so that one whose
   * request took longer can come to lie before a row that was read.
   */
  after: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, otherCursor)
    .refine((after) => isTimestamp(after.slice(0, 24)), otherCursor)
    .optional(),
};

const RunPage = record("RunPage", {
  data: z.array(RunRow),
  total: int53,
  /** Ours: the `after` of the following page, or null. */
  next: z.string().nullable(),
  /** Ours: what runs of this page wait for; beside them, as the specification's row is closed. */
  waits: z.array(RunWait),
});

const area = "Runs";

export const listTeamRuns = endpoint({
  name: "listRuns",
  method: "GET",
  path: "/v2/teams/{teamId}/runs",
  area,
  summary: "The runs of a team; below Manager only one's own, whatever `user_id` says",
  access: { scope: "team", by: "teamId", role: "team:member" },
  reads: ["run"],
  params: z.strictObject({ teamId: idOf("team") }),
  query: z.strictObject(filters),
  reply: RunPage,
});

export const listRuns = endpoint({
  name: "listAllRuns",
  method: "GET",
  path: "/v2/runs",
  area,
  summary: "The runs of the key's team, of `team_id`, or of all the caller's teams",
  access: { scope: "team", by: "query.team_id", role: "team:member", unnamed: "self" },
  reads: ["run"],
  query: z.strictObject({ ...filters, team_id: idOf("team").optional() }),
  reply: RunPage,
});

const startBody = z.strictObject({
  agent_id: idOf("agent"),
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
  summary: "Start a run of an agent's live revision",
  access: { scope: "team", by: "teamId", role: "team:member" },
  changes: ["run", "run_message", "agent"],
  params: z.strictObject({ teamId: idOf("team") }),
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
  access: { scope: "team", by: "body.agent_id", role: "team:member" },
  changes: ["run", "run_message", "agent"],
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
  access: { scope: "team", by: "run_id", role: "team:member" },
  may: mayOpenRun,
  reads: ["run", "run_message", "human_request"],
  params: z.strictObject({ run_id: idOf("run") }),
  reply: z.strictObject({ run: Run, pending_human_request: PendingHumanRequest.nullable() }),
  errors: ["forbidden"],
});

export const getRunDetails = endpoint({
  name: "getRunDetails",
  method: "GET",
  path: "/v2/runs/{run_id}/details",
  area,
  summary: "A run as its page shows it",
  access: { scope: "team", by: "run_id", role: "team:member" },
  may: mayOpenRun,
  reads: ["run", "run_message", "human_request"],
  ours: "The specification's record is closed; the run page also shows title, failure, retry, usage and every open request.",
  params: z.strictObject({ run_id: idOf("run") }),
  reply: z.strictObject({ run: RunDetails, human_requests: z.array(PendingHumanRequest) }),
  errors: ["forbidden"],
});

export const stopRun = endpoint({
  name: "stopRun",
  method: "POST",
  path: "/v2/runs/{run_id}/stop",
  area,
  summary: "Stop a run, if it has not ended",
  access: { scope: "team", by: "run_id", role: "team:member" },
  may: mayOpenRun,
  changes: ["run", "run_message", "human_request", "case_approval", "case", "queue", "case_run"],
  params: z.strictObject({ run_id: idOf("run") }),
  reply: z.strictObject({ success: z.boolean(), message: z.string().optional() }),
  errors: ["forbidden"],
});
