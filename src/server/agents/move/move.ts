import type * as contract from "#contract/agents/agent-move.ts";
import { maxRunsMovedAtOnce, moveAgent } from "#contract/agents/agent-move.ts";
import { maxCasesAtOnce } from "#contract/deletion.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import type { PartsContext } from "#server/engine/revision-part.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { startTeamJob } from "#server/runs/jobs/start-team-job.ts";
import { findMoveOf } from "#server/runs/jobs/team-jobs.store.ts";
import { teamFor } from "#server/teams/teams/team-for.ts";
import { listReachableTeams } from "#server/teams/teams/teams.store.ts";
import { applyMove } from "./apply.store.ts";
import { findBlockers, findWork, holdClosure } from "./closure.store.ts";
import { countFollowing, followCases, followGenerations, followRuns, nextToFollow } from "./follow.store.ts";
import { moveJob } from "./move-job.ts";
import { requireRoomFor } from "./move-room.store.ts";
import { type Move, planMove } from "./plan.store.ts";

export const agentMoveHandlers: Handlers<typeof contract, PartsContext> = {
  async moveAgent({ params: { agent_id: agentId }, query, body }, context) {
    const { db, caller, team } = context;
    const targetId = await targetTeam(context, body.target_team_id);
    const closure = await holdClosure(db, team.id, agentId);
    const blockers = await findBlockers(db, agentId, closure, body.bypass_standalone_gate ?? false);
    if (blockers.length > 0) throw refuse("ASSIGNMENT_NOT_STANDALONE", undefined, { blockers });
    const earlier = await findMoveOf(db, closure);
    if (earlier)
      throw refuse(
        "still_moving",
        `“${earlier}” was moved to this team, and its runs still follow. Wait for that job to end, then try again.`,
      );
    const work = await findWork(db, closure);
    if (work.active_runs + work.open_generations > 0) throw refuse("agents_at_work", undefined, work);
    const move: Move = { ...closure, agentId, sourceId: team.id, targetId, withMemory: body.move_learnings ?? true };
    const plan = await planMove(db, context.revisionParts, move);
    await requireRoomFor(db, move, plan, caller.userId);
    if (query.dry_run === "true") {
      context.unchanged();
      return { ...plan.reply, applied: false };
    }
    await applyMove(context, move, plan);
    await follow(context, move, plan.reply.agents[0]?.name ?? "");
    changed(context, move);
    return { ...plan.reply, applied: true };
  },
};

/** Another team of the same organization in which the caller is a Manager too. */
async function targetTeam({ db, caller, team }: EngineContext, teamId: string): Promise<string> {
  if (teamId === team.id) throw invalid(["target_team_id"], "The agent is already in this team");
  const target = await teamFor({ db, caller }, teamId, "team:manager");
  const source = (await listReachableTeams(db, caller)).find(({ id }) => id === team.id);
  if (source?.organization_id !== target.organization_id) throw invalid(["target_team_id"], "Agents cannot leave their organization");
  return target.id;
}

/** Moves runs and cases too, or leaves them to a job where they are many. */
async function follow(context: EngineContext, move: Move, name: string): Promise<void> {
  const { db } = context;
  const { generations, ...left } = await countFollowing(db, move);
  if (left.runs <= maxRunsMovedAtOnce && left.cases <= maxCasesAtOnce && generations <= maxCasesAtOnce) {
    await followRuns(db, move, await nextToFollow(db, move, { limit: maxRunsMovedAtOnce }));
    await followCases(db, move, maxCasesAtOnce);
    await followGenerations(db, move, maxCasesAtOnce);
    return;
  }
  const { agentId: id, agentIds, queueIds, targetId: targetTeamId } = move;
  await startTeamJob(context, moveJob, { ...left, id, name, agentIds, queueIds, targetTeamId });
}

/** In both teams nearly every list looks different now. */
function changed({ live }: EngineContext, { sourceId, targetId }: Move): void {
  for (const teamId of [sourceId, targetId]) for (const topic of moveAgent.changes) live.publish({ teamId, topic, id: "*" });
}
