import type * as contract from "#contract/agents/automation-flow.ts";
import type { Flow, FlowAgent, FlowEdge, FlowQueue } from "#contract/agents/automation-flow.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { boundMembers, currentMembers, type Link, linksOf, type RunningAgent, type RunningQueue } from "./automation-flow.store.ts";
import { findBound } from "./automation-revisions.store.ts";
import { pairOf } from "./automation-triggers.ts";
import { findAutomation } from "./automations.store.ts";
import { findKeptTriggers, findRoutes, findTriggersAt, type Started } from "./routing.store.ts";

export const automationFlowHandlers: Handlers<typeof contract> = {
  async getAutomationCurrent({ params }, { db }) {
    const automation = await findAutomation(db, params.automation_id);
    if (!automation) throw refuse("not_found");
    const { id, active_revision_id } = automation;
    const triggers = (await findTriggersAt(db, id)).filter(({ live }) => live);
    return { automation_id: id, active_revision_id, ...(await currentMembers(db, id)), triggers: triggers.map(pairOf) };
  },

  async getAutomationCurrentFlow({ params }, { db }) {
    const triggers = (await findTriggersAt(db, params.automation_id)).filter(({ live }) => live);
    return flowOf(db, await currentMembers(db, params.automation_id), triggers);
  },

  async getAutomationRevisionFlow({ params }, { db }) {
    const { automation_id, revision_id } = params;
    if (!(await findBound(db, automation_id, revision_id))) throw refuse("not_found");
    const routes = (await findRoutes(db, automation_id, revision_id)).filter(({ takes }) => takes);
    const kept = await findKeptTriggers(db, automation_id, revision_id);
    return flowOf(db, await boundMembers(db, revision_id), [...routes, ...kept]);
  },
};

interface Members {
  readonly agents: readonly RunningAgent[];
  readonly queues: readonly RunningQueue[];
}

async function flowOf(db: Db, members: Members, started: readonly Started[]): Promise<Flow> {
  const builds = members.agents.flatMap((agent) => agent.build_id ?? []);
  return graphOf(members, builds.length === 0 ? [] : await linksOf(db, builds), started);
}

/** Members, then what they touch outside; an edge that slot, routing and trigger say stands once. Pure. */
function graphOf(members: Members, links: readonly Link[], started: readonly Started[]): Flow {
  const agents = new Map<string, FlowAgent>(members.agents.map((agent) => [agent.id, { ...agent, member: true }]));
  const queues = new Map<string, FlowQueue>(members.queues.map(({ id, name, enabled }) => [id, { id, name, enabled, member: true }]));
  const edges = new Map<string, FlowEdge>();
  const add = (type: FlowEdge["type"], from: string, to: string, starts = false) =>
    edges.set(`${type} ${from} ${to}`, { type, from, to, starts });
  const addAgent = (id: string, name: string, type: FlowAgent["type"]) => {
    if (!agents.has(id)) agents.set(id, { id, name, type, build_id: null, build_number: null, member: false });
  };
  const addQueue = (id: string, name: string) => {
    if (!queues.has(id)) queues.set(id, { id, name, enabled: true, member: false });
  };
  for (const { agent_id, kind, other_id: id, other_name: name, other_type: type } of links) {
    if (kind === "handover") {
      addAgent(id, name, type ?? "agent");
    } else addQueue(id, name);
    if (kind === "consumer") add(kind, id, agent_id);
    else add(kind, agent_id, id);
  }
  for (const { id, agent_id } of members.queues) if (agent_id !== null) add("consumer", id, agent_id);
  for (const pair of started) {
    addAgent(pair.agent_id, pair.agent_name, pair.agent_type);
    addQueue(pair.case_queue_id, pair.case_queue_name);
    add("consumer", pair.case_queue_id, pair.agent_id, true);
  }
  return { agents: [...agents.values()], queues: [...queues.values()], edges: [...edges.values()] };
}
