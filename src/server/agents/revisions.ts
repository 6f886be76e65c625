import type * as contract from "#contract/agents/revisions.ts";
import type { Context, Handlers } from "#server/http/context.ts";
import { invalid, refuse } from "#server/http/refusal.ts";
import { type AgentRecord, lockAgent, lockAgentOf, patchAgent } from "./agents.store.ts";
import { checkConfig } from "./check-config.ts";
import { afterEvent } from "./revision-state.ts";
import {
  currentRevision,
  findRevision,
  findTeamRevision,
  insertRevision,
  listRevisions,
  lockTargets,
  patchRevision,
  removeRevision,
  replaceLive,
  type RevisionPatch,
} from "./revisions.store.ts";
import { requireChange } from "./rights.ts";
import { copySlots } from "./slots.store.ts";

export const revisionHandlers: Handlers<typeof contract> = {
  async listAgentRevisions({ params, query }, { db }) {
    return { ...(await listRevisions(db, params.agent_id, query)), ...query };
  },

  async createRevision({ params, body }, context) {
    const { db, caller } = context;
    const agent = requireChange(context, await lockAgent(db, params.agent_id));
    const source = body.source_build_id
      ? await findTeamRevision(db, agent.team_id, body.source_build_id)
      : await currentRevision(db, agent.id);
    if (body.source_build_id && !source) throw invalid(["source_build_id"], "There is no such revision in this team");
    const config = body.config ?? source?.config;
    if (!config) throw invalid(["config"], "This is required: the agent has no revision to copy from");
    const handoverTargets = body.handover_target_ids
      ? await checkTargets(context, agent, body.handover_target_ids, "handover_target_ids")
      : [...(await lockTargets(db, agent.team_id, source?.handover_target_ids ?? []))].filter((id) => id !== agent.id);
    const id = await insertRevision(db, {
      agentId: agent.id,
      name: body.name,
      config: await checkConfig(db, agent, config, [body.config ? "config" : "source_build_id"]),
      status: "draft",
      parentId: source?.id ?? null,
      handoverTargets,
      userId: caller.userId,
    });
    if (source) await copySlots(db, source.id, id);
    await changed(context, agent, id);
    return { build: await required(context, id), agent: { id: agent.id } };
  },

  async getRevision({ params }, context) {
    const build = await required(context, params.build_id);
    if (build.agent_id !== params.agent_id) throw refuse("not_found");
    return { build };
  },

  async updateRevision({ params, body }, context) {
    const { db } = context;
    const { config, handoverTargetIds, ...names } = body;
    const agent = requireChange(context, await lockAgentOf(db, params.build_id));
    const patch: RevisionPatch = { ...names };
    if (handoverTargetIds) patch.handover_target_ids = await checkTargets(context, agent, handoverTargetIds, "handoverTargetIds");
    if (config) patch.config = await checkConfig(db, agent, config, ["config"]);
    if (Object.keys(patch).length > 0) {
      await patchRevision(db, params.build_id, patch);
      await changed(context, agent, params.build_id);
    }
    return { build: await required(context, params.build_id) };
  },

  async promoteRevision({ params, body }, context) {
    const { db } = context;
    // The lock comes first: of two promotions the second one sees what the first one made live.
    const agent = requireChange(context, await lockAgentOf(db, params.build_id));
    const status = afterEvent((await required(context, params.build_id)).status, "promote");
    const replaced = afterEvent("live", "replace");
    if (!status || !replaced) throw refuse("already_live");
    await replaceLive(db, agent.id, replaced);
    await patchRevision(db, params.build_id, { ...body, status });
    await changed(context, agent, params.build_id);
    return { success: true };
  },

  async discardRevision({ params }, context) {
    const { db } = context;
    const agent = requireChange(context, await lockAgentOf(db, params.build_id));
    if ((await required(context, params.build_id)).status !== "draft") throw refuse("not_a_draft");
    await removeRevision(db, params.build_id);
    await changed(context, agent, params.build_id);
    return { success: true };
  },
};

/** Agents that a revision may hand work to. Throws the 400 of the first one that is not an agent of the team, or is the agent itself. */
async function checkTargets({ db }: Context, agent: AgentRecord, ids: readonly string[], field: string): Promise<string[]> {
  const known = await lockTargets(db, agent.team_id, ids);
  for (const [i, id] of ids.entries()) {
    if (id === agent.id) throw invalid([field, i], "An agent cannot hand work to itself");
    if (!known.has(id)) throw invalid([field, i], "There is no such agent in this team");
  }
  return [...new Set(ids)];
}

async function required({ db }: Context, buildId: string) {
  const build = await findRevision(db, buildId);
  if (!build) throw refuse("not_found");
  return build;
}

/** A change of a revision is one of its agent: the list of agents shows both. */
async function changed({ db, caller, afterCommit, live, team }: Context, agent: AgentRecord, buildId: string): Promise<void> {
  await patchAgent(db, agent.id, caller.userId);
  afterCommit(() => {
    live.publish({ teamId: team.id, topic: "revisions", id: buildId });
    live.publish({ teamId: team.id, topic: "agents", id: agent.id });
  });
}
