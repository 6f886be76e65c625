import type * as contract from "#contract/agents/agent-move.ts";
import type { Context, Handlers } from "#server/http/context.ts";
import { invalid, refuse } from "#server/http/refusal.ts";
import { teamFor } from "#server/teams/team-for.ts";
import { listReachableTeams } from "#server/teams/teams.store.ts";
import { applyMove } from "./apply.store.ts";
import { findBlockers, findWork, holdClosure } from "./closure.store.ts";
import { requireRoomFor } from "./move-room.store.ts";
import { type Move, planMove } from "./plan.store.ts";

export const agentMoveHandlers: Handlers<typeof contract> = {
  async moveAgent({ params: { agent_id: agentId }, query, body }, context) {
    const { db, objects, caller, team } = context;
    const targetId = await targetTeam(context, body.target_team_id);
    const closure = await holdClosure(db, team.id, agentId);
    const blockers = await findBlockers(db, agentId, closure, body.bypass_standalone_gate ?? false);
    if (blockers.length > 0) throw refuse("ASSIGNMENT_NOT_STANDALONE", undefined, { blockers });
    const work = await findWork(db, closure);
    if (work.active_runs + work.open_generations > 0) throw refuse("agents_at_work", undefined, work);
    const move: Move = { ...closure, agentId, sourceId: team.id, targetId, withMemory: body.move_learnings ?? true };
    const plan = await planMove(db, move);
    await requireRoomFor(db, move, plan, caller.userId);
    if (query.dry_run === "true") return { ...plan.reply, applied: false };
    await applyMove(db, objects, move, plan, caller.userId);
    changed(context, move);
    return { ...plan.reply, applied: true };
  },
};

/** Another team of the same organization in which the caller is a Manager too. */
async function targetTeam({ db, caller, team }: Context, teamId: string): Promise<string> {
  if (teamId === team.id) throw invalid(["target_team_id"], "The agent is already in this team");
  const target = await teamFor({ db, caller }, teamId, "team:manager");
  const source = (await listReachableTeams(db, caller)).find(({ id }) => id === team.id);
  if (source?.organization_id !== target.organization_id) throw invalid(["target_team_id"], "Agents cannot leave their organization");
  return target.id;
}

/** In both teams nearly every list looks different now. */
function changed({ afterCommit, live }: Context, { agentId, sourceId, targetId }: Move): void {
  const topics = ["agents", "agent_folders", "revisions", "runs", "human_requests", "queues", "files", "skills", "memory"] as const;
  afterCommit(() => {
    for (const teamId of [sourceId, targetId]) for (const topic of topics) live.publish({ teamId, topic, id: agentId });
  });
}
