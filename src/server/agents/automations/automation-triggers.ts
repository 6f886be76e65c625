import type * as contract from "#contract/agents/automation-triggers.ts";
import type { RoutingConflict, StartingPair, TriggerPlan } from "#contract/agents/automation-triggers.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { findBound } from "./automation-revisions.store.ts";
import { applyRouting, findRoutes, findTriggersAt, type Route } from "./routing.store.ts";

export const automationTriggerHandlers: Handlers<typeof contract, EngineContext> = {
  async getAutomationRevisionTriggers({ params }, { db }) {
    if (!(await findBound(db, params.automation_id, params.revision_id))) throw refuse("not_found");
    return planOf(await lookAt(db, params.automation_id, params.revision_id));
  },
};

interface Ids {
  readonly automationId: string;
  readonly revisionId: string;
}

/**
 * Lets the queues of an automation start the agents that a revision routes them to, and nobody else, when the caller's transaction commits.
 * The caller holds the automation and its members. Throws 409 where the revision contradicts itself or what a person has set up elsewhere.
 */
export async function reconcileTriggers(context: EngineContext, { automationId, revisionId }: Ids): Promise<void> {
  const { db, caller, engine } = context;
  const found = await lookAt(db, automationId, revisionId);
  const { conflicts } = planOf(found);
  if (conflicts[0]) throw refuse("routing_conflict", conflicts[0].message, { conflicts });
  await applyRouting(db, { automationId, pairs: found.routes.filter(({ takes }) => takes), userId: caller.userId });
  context.afterCommit(engine.wakeCases);
}

interface Found {
  readonly routes: readonly Route[];
  /** What starts whom on queues of the automation now. */
  readonly now: readonly StartingPair[];
}

async function lookAt(db: Db, automationId: string, revisionId: string): Promise<Found> {
  const routes = await findRoutes(db, automationId, revisionId);
  const now = (await findTriggersAt(db, automationId)).filter(({ member }) => member);
  return { routes, now };
}

/** What the routes of a revision change. Pure. */
function planOf({ routes, now }: Found): TriggerPlan {
  const key = ({ agent_id, case_queue_id }: StartingPair) => `${agent_id} ${case_queue_id}`;
  const wanted = routes.filter(({ takes }) => takes);
  const [before, after] = [new Set(now.map(key)), new Set(wanted.map(key))];
  return {
    starts: wanted.filter((pair) => !before.has(key(pair))).map(pairOf),
    stops: now.filter((pair) => !after.has(key(pair))).map(pairOf),
    refused: routes.filter(({ takes }) => !takes).map(pairOf),
    conflicts: [...startedTwice(routes), ...startedElsewhere(wanted)],
  };
}

function startedTwice(routes: readonly Route[]): RoutingConflict[] {
  return [...Map.groupBy(routes, ({ agent_id }) => agent_id).values()].flatMap(([first, second]) => {
    if (!first || !second) return [];
    const message = `“${first.case_queue_name}” and “${second.case_queue_name}” both go to ${first.agent_name}, but only one queue can start an agent. Pause one of them, or route it to another agent.`;
    return [{ agent_id: first.agent_id, agent_name: first.agent_name, message }];
  });
}

/** A trigger that a person has pointed outside is not taken away in silence. */
function startedElsewhere(wanted: readonly Route[]): RoutingConflict[] {
  return wanted.flatMap(({ agent_id, agent_name, case_queue_name, started_by }) => {
    if (!started_by || started_by.member) return [];
    const message = `${agent_name} is started by “${started_by.name}”, which is not in this automation, but only one queue can start an agent. Pause that trigger, or route “${case_queue_name}” to another agent.`;
    return [{ agent_id, agent_name, message }];
  });
}

/** Without what only the service knows. */
export function pairOf({ case_queue_id, case_queue_name, agent_id, agent_name }: StartingPair): StartingPair {
  return { case_queue_id, case_queue_name, agent_id, agent_name };
}
