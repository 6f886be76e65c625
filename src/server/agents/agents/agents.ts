import type * as contract from "#contract/agents/agents.ts";
import { type Config, stepOf } from "#contract/agents/config.ts";
import { seesAllRuns } from "#contract/runs/rights.ts";
import type { Output } from "#contract/zod.ts";
import type { Db } from "#server/platform/db/open.ts";
import { agents } from "./agents.table.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import type { PartsContext } from "#server/engine/revision-part.ts";
import { type Handlers, inOneStatement } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { type FirstRevision, findAgent, insertAgent, lockAgent, patchAgent, setPin } from "./agents.store.ts";
import { listAgentRows } from "./agent-list.store.ts";
import { requireAutomationChange } from "#server/agents/automations/automation-rights.ts";
import { requireRoom } from "#server/agents/automations/automation-room.ts";
import { lockAutomation, lockAutomationOf } from "#server/agents/automations/automations.store.ts";
import { checkConfig } from "#server/agents/revisions/check-config.ts";
import { lockMemory } from "#server/agents/memory/memory.store.ts";
import { schedulesOfBuilds } from "#server/schedules/schedules/schedule-rows.store.ts";
import { removeAgent } from "#server/agents/deletion/remove-agent.ts";
import { requireChange } from "./rights.ts";
import { keptPeers } from "#server/agents/revisions/peers.store.ts";
import { findTeamRevision } from "#server/agents/revisions/revisions.store.ts";
import { copyBelongings } from "#server/agents/revisions/copy-belongings.ts";
import { copySlots } from "#server/agents/slots/slots.store.ts";

export const agentHandlers: Handlers<typeof contract, PartsContext> = {
  async listAgents({ query }, { db, caller, team }) {
    const { limit, offset, search, automation_id: automationId, folder_id: folderId } = query;
    const filter = { teamId: team.id, userId: caller.userId, search, automationId, folderId, limit, offset };
    const { agents: listed, total, health } = await listAgentRows(db, filter, byHealth(query, team));
    const ids = query.include_schedules === "true" ? listed.map(({ id }) => id) : [];
    const schedules = await schedulesOfBuilds(db, caller.userId, ids);
    const shown = listed.map((agent) => {
      const { latest_build: build } = agent;
      return build ? { ...agent, latest_build: { ...build, schedules: schedules.get(build.id) ?? [] } } : agent;
    });
    return { agents: shown, total, limit, offset, health };
  },

  createAgent: inOneStatement(standsAlone, async ({ body }, context) => {
    const { db, caller, team } = context;
    if (body.automation_id) await joinAutomation(context, body.automation_id);
    const source = await firstBuild(db, team.id, body);
    const type = body.type ?? (source ? stepOf(source.config) : "agent");
    const first = source && (await checked(db, { team_id: team.id, type }, source));
    const record = {
      team_id: team.id,
      name: body.name,
      type,
      type_open: body.type === undefined && source === undefined,
      thread_id: body.thread_id ?? null,
      automation_id: body.automation_id ?? null,
    };
    const made = await insertAgent(db, record, first, caller.userId);
    if (made.build?.parent_build_id)
      await copyBelongings(context, made.build.parent_build_id, { buildId: made.build.id, agentId: made.agent.id, userId: caller.userId });
    // A given build says everything but which queues' cases its runs take.
    if (body.build && body.source_build_id && made.build) {
      const successor = { buildId: made.build.id, agentId: made.agent.id, userId: caller.userId };
      await copySlots(db, body.source_build_id, successor, ["case-queue-consumer"]);
    }
    context.changed("agent", made.agent.id);
    const { agent, build } = made;
    return { agent, ...(build && { build }) };
  }),

  async getAgent({ params }, context) {
    const { agent, pinned_at } = await required(context, params.agent_id);
    return { agent, user_context: { pinned_at } };
  },

  async updateAgent({ params, body: { pinned, ...patch } }, context) {
    const { db, caller } = context;
    const id = params.agent_id;
    if (Object.keys(patch).length > 0) {
      requireChange(context, await lockAgent(db, id));
      if (patch.agentic_memory_enabled !== undefined) await lockMemory(db, id);
      await patchAgent(db, id, caller.userId, patch);
    } else {
      // Pins are one person's own.
      context.changed("agent", id, caller.userId);
    }
    if (pinned !== undefined) await setPin(db, id, caller.userId, pinned);
    const { agent, pinned_at } = await required(context, id);
    return { agent, user_context: { pinned_at } };
  },

  async deleteAgent({ params }, context) {
    const { db } = context;
    await lockAutomationOf(db, agents, params.agent_id);
    // A run that is being started right now is waited for and then interrupted with the others.
    const agent = requireChange(context, await lockAgent(db, params.agent_id, "update"));
    await removeAgent(context, agent);
    return { success: true };
  },
};

/** Whether a list is grouped by health, and which group it is to be. */
export function byHealth({ health }: Pick<ListQuery, "health">, team: EngineContext["team"]) {
  return health === undefined ? undefined : { seesAll: seesAllRuns(team), only: health === "any" ? undefined : health };
}
type ListQuery = Output<typeof contract.listAgents.query>;

type NewAgentBody = Output<typeof contract.createAgent.body>;

/** Whether nothing has to be held or copied beside the agent and its revision. */
function standsAlone({ body: { automation_id, source_build_id, build } }: { body: NewAgentBody }): boolean {
  const source = build && "source" in build.config.data ? build.config.data.source : undefined;
  return !automation_id && !source_build_id && source?.kind !== "files";
}

/** A new member of an automation; whoever adds it may change the automation. */
async function joinAutomation(context: EngineContext, automationId: string): Promise<void> {
  const automation = await lockAutomation(context.db, automationId);
  if (automation?.team_id !== context.team.id) throw invalid(["automation_id"], "This automation does not exist in this team");
  requireAutomationChange(context, automation);
  await requireRoom(context.db, agents, automationId);
}

interface FirstBuild extends FirstRevision {
  readonly config: Config;
  /** Where the configuration stands in the body. */
  readonly field: string[];
}

/** What a new agent's first revision is made of: the given build, else a copy of the source, else nothing. */
async function firstBuild(db: Db, teamId: string, body: NewAgentBody): Promise<FirstBuild | undefined> {
  const source = body.source_build_id ? await findTeamRevision(db, teamId, body.source_build_id) : undefined;
  if (body.source_build_id && !source) throw invalid(["source_build_id"], "This revision does not exist in this team");
  if (body.build) return { ...body.build, parent_build_id: null, field: ["build", "config"] };
  if (!source?.config) return undefined;
  const { id, name, config } = source;
  return { name, config, parent_build_id: id, ...(await keptPeers(db, teamId, source)), field: ["source_build_id"] };
}

async function checked(db: Db, agent: Parameters<typeof checkConfig>[1], { field, ...first }: FirstBuild): Promise<FirstRevision> {
  return { ...first, config: await checkConfig(db, agent, first.config, field) };
}

async function required({ db, caller }: EngineContext, agentId: string) {
  const found = await findAgent(db, agentId, caller.userId);
  if (!found) throw refuse("not_found");
  return found;
}
