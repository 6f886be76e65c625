import type { getAutomationCurrent } from "#contract/agents/automation-flow.ts";
import type { BoundRevision } from "#contract/agents/automation-revisions.ts";
import type { StartingPair, TriggerPlan } from "#contract/agents/automation-triggers.ts";
import type { Reply } from "#contract/endpoint.ts";

type Current = Reply<typeof getAutomationCurrent>;

export interface Change {
  readonly kind: "agent" | "queue" | "trigger";
  readonly id: string;
  readonly name: string;
  /** Completes a sentence that begins with the name: "starts with revision 2". */
  readonly what: string;
}

/** What would be another way after a revision is activated, member by member. `active` is the revision that is active now. Pure. */
export function changesOf(revision: BoundRevision, current: Current, active: BoundRevision | null): Change[] {
  return [...agentChanges(revision, current), ...queueChanges(revision, current, active)];
}

function agentChanges(revision: BoundRevision, current: Current): Change[] {
  const bound = new Map(revision.agents.map((binding) => [binding.agent_id, binding]));
  return current.agents.flatMap(({ id, name, build_id, build_number }) => {
    const next = bound.get(id);
    const said = (what: string): Change[] => [{ kind: "agent", id, name, what }];
    if (!next) return build_id === null ? [] : said("stops: it gets no more work");
    if (build_id === null) return said(`starts on revision ${next.build_number}`);
    return build_id === next.build_id ? [] : said(`goes from revision ${build_number} to revision ${next.build_number}`);
  });
}

function queueChanges(revision: BoundRevision, current: Current, active: BoundRevision | null): Change[] {
  const next = new Map(revision.queues.map((binding) => [binding.queue_id, binding]));
  const before = new Map(active?.queues.map((binding) => [binding.queue_id, binding]));
  const names = new Map(current.agents.map(({ id, name }) => [id, name]));
  const nameOf = (agentId: string | null | undefined) => (agentId ? names.get(agentId) : undefined) ?? "no one";
  const startedBy = Map.groupBy(current.triggers, ({ case_queue_id }) => case_queue_id);
  return current.queues.flatMap(({ id, name }) => {
    const [was, is] = [before.get(id), next.get(id)];
    const whats: string[] = [];
    // A queue that no active revision routes yet goes to whom its triggers start.
    const started = (startedBy.get(id) ?? []).map(({ agent_name }) => agent_name).join(" and ");
    const [from, to] = [was ? nameOf(was.agent_id) : started || "no one", nameOf(is?.agent_id)];
    if (from !== to) whats.push(`goes to ${to} (now: ${from})`);
    if ((was?.enabled ?? true) !== (is?.enabled ?? true)) whats.push(is?.enabled === false ? "is paused" : "is resumed");
    const called = is?.name ?? (is ?? was)?.queue_name;
    if (called !== undefined && called !== name) whats.push(`is named “${called}”`);
    if ((was?.description ?? null) !== (is?.description ?? null)) whats.push("gets another description");
    return whats.map((what) => ({ kind: "queue" as const, id, name, what }));
  });
}

/** Which queues start which agents, or no longer do. Pure. */
export function triggerChanges({ starts, stops }: TriggerPlan): Change[] {
  const said = (what: (agent: string) => string) => (pair: StartingPair) =>
    ({ kind: "trigger", id: pair.case_queue_id, name: pair.case_queue_name, what: what(pair.agent_name) }) as const;
  return [...stops.map(said((agent) => `no longer starts ${agent}`)), ...starts.map(said((agent) => `starts ${agent} for each case`))];
}

/** Names that two queues of a revision would have at once; it cannot be activated so. Pure. */
export function clashingNames({ queues }: BoundRevision): string[] {
  const seen = new Set<string>();
  const clashing = new Set<string>();
  for (const { name, queue_name, deleted } of queues) {
    if (deleted) continue;
    const shown = name ?? queue_name;
    if (seen.has(shown)) clashing.add(shown);
    seen.add(shown);
  }
  return [...clashing];
}
