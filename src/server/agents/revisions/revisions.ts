import { stepOf } from "#contract/agents/config.ts";
import type * as contract from "#contract/agents/revisions.ts";
import type { PartsContext } from "#server/engine/revision-part.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { type AgentRecord, lockAgent, lockAgentOf, patchAgent, settleType } from "#server/agents/agents/agents.store.ts";
import { isActivated, isBound } from "#server/agents/automations/automations.store.ts";
import { hasOpenBuilderRun } from "#server/agents/generation/builder-runs.store.ts";
import { bindSelected } from "#server/agents/automations/bind-selected.ts";
import { changeRevision } from "#server/agents/generation/change-revision.ts";
import { checkConfig } from "./check-config.ts";
import { disableIdleTriggers } from "#server/queues/triggers/case-triggers.store.ts";
import { afterEvent } from "./revision-state.ts";
import { keptPeers, lockTargets, type Peers } from "./peers.store.ts";
import {
  currentRevision,
  findRevision,
  findTeamRevision,
  insertRevision,
  listRevisions,
  patchRevision,
  removeRevision,
  replaceLive,
  type RevisionPatch,
} from "./revisions.store.ts";
import { schedulesOfBuilds } from "#server/schedules/schedules/schedule-rows.store.ts";
import { requireChange } from "#server/agents/agents/rights.ts";
import { copyBelongings } from "./copy-belongings.ts";

export const revisionHandlers: Handlers<typeof contract, PartsContext> = {
  async listAgentRevisions({ params, query }, { db, caller }) {
    const { limit, offset } = query;
    const { builds, total } = await listRevisions(db, params.agent_id, query);
    const schedules = await schedulesOfBuilds(db, caller.userId, [params.agent_id]);
    return { builds: builds.map((build) => ({ ...build, schedules: schedules.get(build.id) ?? [] })), total, limit, offset };
  },

  async createRevision({ params, body }, context) {
    const { db, caller } = context;
    const found = requireChange(context, await lockAgent(db, params.agent_id));
    const source = body.source_build_id
      ? await findTeamRevision(db, found.team_id, body.source_build_id)
      : await currentRevision(db, found.id);
    if (body.source_build_id && !source) throw invalid(["source_build_id"], "This revision does not exist in this team");
    const config = body.config ?? source?.config;
    if (!config) throw invalid(["config"], "This is required: the agent has no revision to copy from");
    const agent = await settleType(db, found, stepOf(config));
    const copied = {
      ...(await keptPeers(db, agent.team_id, source ?? nobody, agent.id)),
      // What the body says of one takes the place of the other in the source.
      ...(body.handover_to && { handover_target_ids: [] }),
      ...(body.handover_target_ids?.length && { handover_to: null }),
    };
    const peers = { ...copied, ...(await checkPeers(context, agent, copied, body, creationFields)) };
    const id = await insertRevision(db, {
      agentId: agent.id,
      name: body.name,
      config: await checkConfig(db, agent, config, [body.config ? "config" : "source_build_id"]),
      status: "draft",
      parentId: source?.id ?? null,
      peers,
      userId: caller.userId,
    });
    if (source) await copyBelongings(context, source.id, { buildId: id, agentId: agent.id, userId: caller.userId });
    await bindSelected(context, agent, id, body.selected_automation_revision_id);
    await changed(context, agent);
    return { build: await required(context, id), agent: { id: agent.id } };
  },

  async getRevision({ params }, context) {
    const build = await required(context, params.build_id);
    if (build.agent_id !== params.agent_id) throw refuse("not_found");
    return { build };
  },

  async updateRevision({ params, body }, context) {
    const { db } = context;
    const {
      config,
      handoverTargetIds,
      handoverTo,
      subAgentIds,
      expected_updated_at: expected,
      selected_automation_revision_id: selected,
      ...names
    } = body;
    const agent = requireChange(context, await lockAgentOf(db, params.build_id));
    const old = await required(context, params.build_id);
    if (expected !== undefined && Date.parse(expected) !== Date.parse(old.updated_at))
      throw refuse("revision_changed", undefined, { updated_at: old.updated_at });
    if (config && (await hasOpenBuilderRun(db, params.build_id))) throw refuse("generation_active");
    const named = { handover_target_ids: handoverTargetIds, handover_to: handoverTo, sub_agent_ids: subAgentIds };
    const patch: RevisionPatch = {
      ...names,
      ...(await checkPeers(context, agent, old, named, changeFields)),
    };
    if (config) patch.config = await checkConfig(db, agent, config, ["config"]);
    if (Object.keys(patch).length > 0) {
      await changeRevision(db, params.build_id, patch, context.caller.userId);
      await changed(context, agent);
    }
    await bindSelected(context, agent, params.build_id, selected);
    return { build: await required(context, params.build_id) };
  },

  async promoteRevision({ params, body }, context) {
    const { db } = context;
    // The lock comes first: of two promotions the second one sees what the first one made live.
    const agent = requireChange(context, await lockAgentOf(db, params.build_id));
    const status = afterEvent((await required(context, params.build_id)).status, "promote");
    const replaced = afterEvent("live", "replace");
    if (!status || !replaced) throw refuse("already_live");
    if (await hasOpenBuilderRun(db, params.build_id)) throw refuse("generation_active");
    if (agent.automation_id && (await isActivated(db, agent.automation_id))) throw refuse("in_automation");
    await replaceLive(db, agent.id, replaced);
    await patchRevision(db, params.build_id, { ...body, status });
    await disableIdleTriggers(db, [agent.id]);
    await changed(context, agent);
    // Those that the revision before led to are over.
    context.changed("suggestion", agent.id);
    return { success: true };
  },

  async discardRevision({ params }, context) {
    const { db } = context;
    const agent = requireChange(context, await lockAgentOf(db, params.build_id));
    if ((await required(context, params.build_id)).status !== "draft") throw refuse("not_a_draft");
    if (await isBound(db, params.build_id)) throw refuse("bound_by_draft");
    await removeRevision(db, params.build_id);
    await changed(context, agent);
    return { success: true };
  },
};

const nobody: Peers = { handover_target_ids: [], handover_to: null, sub_agent_ids: [] };

/** What the fields are called in a body. */
type PeerFields = Record<keyof Peers, string>;
const creationFields: PeerFields = {
  handover_target_ids: "handover_target_ids",
  handover_to: "handover_to",
  sub_agent_ids: "sub_agent_ids",
};
const changeFields: PeerFields = { handover_target_ids: "handoverTargetIds", handover_to: "handoverTo", sub_agent_ids: "subAgentIds" };

/** Those of the agents a body names that change something. Throws the 400 of the first that is not another agent of the team. */
async function checkPeers(
  { db }: Context,
  agent: AgentRecord,
  old: Peers,
  given: { [K in keyof Peers]?: Peers[K] | undefined },
  fields: PeerFields,
): Promise<Partial<Peers>> {
  const { handover_target_ids: targets, handover_to: next, sub_agent_ids: subAgents } = given;
  const known = await lockTargets(db, agent.team_id, [...(targets ?? []), ...(next ? [next] : []), ...(subAgents ?? [])]);
  const check = (id: string, path: (string | number)[], itself: string) => {
    if (id === agent.id) throw invalid(path, itself);
    if (!known.has(id)) throw invalid(path, "This agent does not exist in this team");
  };
  for (const [i, id] of (targets ?? []).entries()) check(id, [fields.handover_target_ids, i], "An agent cannot hand off work to itself");
  for (const [i, id] of (subAgents ?? []).entries()) check(id, [fields.sub_agent_ids, i], "An agent cannot call itself");
  if (next) {
    check(next, [fields.handover_to], "An agent cannot hand off work to itself");
    if ((targets ?? old.handover_target_ids).length > 0)
      throw invalid([fields.handover_to], "Choose either the next agent or agents to hand off to, not both");
  } else if (next === undefined && old.handover_to && targets && targets.length > 0) {
    throw invalid([fields.handover_target_ids], "Another agent always runs next here. Remove that first");
  }
  return {
    ...(targets && { handover_target_ids: [...new Set(targets)] }),
    ...(next !== undefined && { handover_to: next }),
    ...(subAgents && { sub_agent_ids: [...new Set(subAgents)] }),
  };
}

async function required({ db }: Context, buildId: string) {
  const build = await findRevision(db, buildId);
  if (!build) throw refuse("not_found");
  return build;
}

/** A change of a revision is one of its agent: the list of agents shows both. */
async function changed(context: Context, agent: AgentRecord): Promise<void> {
  await patchAgent(context.db, agent.id, context.caller.userId);
  context.changed("agent", agent.id);
}
