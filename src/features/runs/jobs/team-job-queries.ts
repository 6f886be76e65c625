import { read } from "#api/query.ts";
import { getTeamJob, listTeamJobs } from "#contract/runs/team-jobs.ts";

export function teamJobRead(teamId: string, jobId: string) {
  return read(getTeamJob, { params: { teamId, job_id: jobId } });
}

export function runningJobsRead(teamId: string) {
  return read(listTeamJobs, { params: { teamId }, query: { status: "running", limit: 20 } });
}
