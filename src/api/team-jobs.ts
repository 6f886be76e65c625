import { pathTo } from "./path-to.ts";
import { listTeamJobs } from "#contract/runs/team-jobs.ts";
import { call } from "./client.ts";

/** The page of the running job about a thing. Undefined as well where nobody can tell: lists name every running job. */
export async function runningJobAbout(teamId: string, subjectId: string): Promise<string | undefined> {
  const query = { subject_id: subjectId, status: "running", limit: 1 } as const;
  const { jobs } = await call(listTeamJobs, { params: { teamId }, query }).catch(() => ({ jobs: [] }));
  return jobs[0] && pathTo("/t/$teamId/jobs/$jobId", { teamId, jobId: jobs[0].id });
}
