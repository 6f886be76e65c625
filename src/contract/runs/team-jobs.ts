import { endpoint } from "#contract/endpoint.ts";
import { int53, page, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

/** What was decided, and leaves so much to do that it goes on after the answer. */
export const teamJobKinds = ["agent_deleted", "queue_deleted", "automation_deleted", "agent_moved", "revision_activated"] as const;
export type TeamJobKind = (typeof teamJobKinds)[number];

/** `failed`: it is through, and some runs could not be changed. */
export const teamJobStatuses = ["running", "done", "failed"] as const;

/** Runs that failed, by name; `runs.failed` counts all. */
const maxFailed = 20;

/**
 * The rest of a deletion, of a move or of the activation of an automation's revision. What was deleted is gone for everybody since `created_at`, and none of its runs starts any more. What was
 * moved is in the other team since then, and its runs follow: each is in one of the two teams, the newest are moved first. An activation releases
 * pending cases that were assigned to agents without a live revision.
 */
export const TeamJob = record("TeamJob", {
  id: uuid,
  /** Where it was deleted, or moved from. */
  team_id: uuid,
  team_name: z.string(),
  /** Where it was moved to; that team lists the job too. */
  target_team_id: uuid.nullable(),
  target_team_name: z.string().nullable(),
  kind: z.enum(teamJobKinds),
  /** The agent, queue or automation, and what it was called then. */
  subject_id: uuid,
  subject_name: z.string(),
  status: z.enum(teamJobStatuses),
  /** Of a deletion: those that were active when it began. Of a move: all. */
  runs: z.strictObject({ total: int53, done: int53, failed: int53, left: int53 }),
  /** Of a deleted queue: its cases. Of a deleted agent: those that were assigned to it. Of a move: cases elsewhere that are no longer assigned, and those whose attachments follow. Of an activation: those that are released. */
  cases: z.strictObject({ total: int53, done: int53, left: int53 }),
  failed_run_ids: z.array(uuid).max(maxFailed),
  /** Why some runs failed. */
  error: z.string().nullable(),
  started_by_user_id: uuid.nullable(),
  started_by_name: z.string().nullable(),
  created_at: timestamp,
  ended_at: timestamp.nullable(),
});
export type TeamJob = z.output<typeof TeamJob>;

const area = "Runs";
const access = { scope: "team", by: "teamId", role: "team:member" } as const;
const why =
  "What stops or moves thousands of runs, or releases thousands of cases, outlasts a request: it is decided at once, continues after a restart and has its own page.";

export const listTeamJobs = endpoint({
  name: "listTeamJobs",
  method: "GET",
  path: "/v2/teams/{teamId}/jobs",
  area,
  summary: "The background jobs that deletions, moves and activations left, newest first; kept for 30 days",
  access,
  reads: ["team_job"],
  ours: why,
  params: z.strictObject({ teamId: idOf("team") }),
  query: z.strictObject({ ...page(20, 100), status: z.enum(teamJobStatuses).optional(), subject_id: uuid.optional() }),
  reply: z.strictObject({ jobs: z.array(TeamJob), total: int53, limit: z.int(), offset: int53 }),
});

export const getTeamJob = endpoint({
  name: "getTeamJob",
  method: "GET",
  path: "/v2/teams/{teamId}/jobs/{job_id}",
  area,
  summary: "The progress of a background job of a team",
  access,
  reads: ["team_job"],
  ours: why,
  params: z.strictObject({ teamId: idOf("team"), job_id: idOf("job") }),
  reply: z.strictObject({ job: TeamJob }),
});
