import type * as contract from "#contract/agents/automation-flow.ts";
import type { Flow, FlowAgent, FlowEdge, FlowQueue } from "#contract/agents/automation-flow.ts";
import type { Db } from "#server/db/open.ts";
import type { Handlers } from "#server/http/context.ts";
import { refuse } from "#server/http/refusal.ts";
import { boundMembers, currentMembers, type Link, linksOf, type RunningAgent, type RunningQueue } from "./automation-flow.store.ts";
import { findBound } from "./automation-revisions.store.ts";
import { findAutomation } from "./automations.store.ts";

export const automationFlowHandlers: Handlers<typeof contract> = {
  async getAutomationCurrent({ params }, { db }) {
    const automation = await findAutomation(db, params.automation_id);
    if (!automation) throw refuse("not_found");
    const { id, active_revision_id } = automation;
    return { automation_id: id, active_revision_id, ...(await currentMembers(db, id)) };
  },

  async getAutomationCurrentFlow({ params }, { db }) {
    return flowOf(db, await currentMembers(db, params.automation_id));
  },

  async getAutomationRevisionFlow({ params }, { db }) {
    if (!(await findBound(db, params.automation_id, params.revision_id))) throw refuse("not_found");
    return flowOf(db, await boundMembers(db, params.revision_id));
  },
};

async function flowOf(db: Db, members: { agents: RunningAgent[]; queues: RunningQueue[] }): Promise<Flow> {
  const builds = members.agents.flatMap((agent) => agent.build_id ?? []);
  return graphOf(members, builds.length === 0 ? [] : await linksOf(db, builds));
}

/** Members, then what they touch outside; an edge that slot and routing both say stands once. Pure. */
function graphOf(members: { agents: readonly RunningAgent[]; queues: readonly RunningQueue[] }, links: readonly Link[]): Flow {
  const agents = new Map<string, FlowAgent>(members.agents.map((agent) => [agent.id, { ...agent, member: true }]));
  const queues = new Map<string, FlowQueue>(members.queues.map(({ id, name, enabled }) => [id, { id, name, enabled, member: true }]));
  const edges = new Map<string, FlowEdge>();
  const add = (edge: FlowEdge) => edges.set(`${edge.type} ${edge.from} ${edge.to}`, edge);
  for (const { agent_id, kind, other_id: id, other_name: name, other_type: type } of links) {
    if (kind === "handover") {
      if (!agents.has(id)) agents.set(id, { id, name, type: type ?? "agent", build_id: null, build_number: null, member: false });
    } else if (!queues.has(id)) queues.set(id, { id, name, enabled: true, member: false });
    add(kind === "consumer" ? { type: kind, from: id, to: agent_id } : { type: kind, from: agent_id, to: id });
  }
  for (const { id, agent_id } of members.queues) if (agent_id !== null) add({ type: "consumer", from: id, to: agent_id });
  return { agents: [...agents.values()], queues: [...queues.values()], edges: [...edges.values()] };
}
