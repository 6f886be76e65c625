import type { EngineContext } from "#server/engine/engine-port.ts";
import { type KindOfTeamJob, teamJobs } from "./team-job-kind.ts";
import { insertTeamJob } from "./team-jobs.store.ts";

interface TeamJobStart {
  /** What was decided about, and what it is called. */
  readonly id: string;
  readonly name: string;
  readonly agentIds: readonly string[];
  readonly queueIds: readonly string[];
  readonly runs: number;
  readonly cases: number;
  readonly targetTeamId?: string;
}

/** Leaves to a job of the caller's team what is too much for the request. */
export async function startTeamJob(
  { db, team, caller, engine, afterCommit }: Pick<EngineContext, "db" | "team" | "caller" | "engine" | "afterCommit">,
  { name: kind, stopsWork }: KindOfTeamJob,
  { id, name, agentIds, queueIds, runs, cases, targetTeamId }: TeamJobStart,
): Promise<void> {
  await insertTeamJob(db, {
    kind,
    stops_work: stopsWork,
    team_id: team.id,
    target_team_id: targetTeamId ?? null,
    subject_id: id,
    subject_name: name,
    agent_ids: [...agentIds],
    queue_ids: [...queueIds],
    runs,
    cases,
    started_by: caller.userId,
  });
  afterCommit(() => engine.wake(teamJobs));
}
