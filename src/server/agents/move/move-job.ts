import { maxRunsMovedAtOnce } from "#contract/agents/agent-move.ts";
import { maxCasesAtOnce } from "#contract/deletion.ts";
import { teamJob } from "#server/runs/jobs/team-job-kind.ts";
import type { TeamJobRecord } from "#server/runs/jobs/team-jobs.store.ts";
import { type Following, followCases, followGenerations, followRuns, nextToFollow } from "./follow.store.ts";

const following = ({ agent_ids, queue_ids, team_id, target_team_id }: TeamJobRecord): Following => ({
  agentIds: agent_ids,
  queueIds: queue_ids,
  sourceId: team_id,
  targetId: target_team_id ?? "",
});

/** What follows a moved agent into its team: its runs, the newest first. */
export const moveJob = teamJob({
  name: "agent_moved",
  runs: {
    atOnce: maxRunsMovedAtOnce,
    next: (tx, job, limit) => nextToFollow(tx, following(job), { except: job.failed_run_ids, limit }),
    change: (tx, job, ids) => followRuns(tx, following(job), ids),
    advice: "They stay in the team where they were. Ask your administrator to look into the log.",
  },
  cases: (tx, job) => followCases(tx, following(job), maxCasesAtOnce),
  rest: (tx, job) => followGenerations(tx, following(job), maxCasesAtOnce),
  changes: ["run", "human_request", "case_approval"],
});
