import type { Revision } from "#contract/agents/revisions.ts";
import { handoverTargetsOf } from "#server/agents/revisions/revisions.store.ts";
import type { AccessSource } from "./source.ts";

/** Agents that work is passed to, each once. */
export const agents: AccessSource = async ({ build, context: { db, team } }) => {
  const ways = waysOf(build);
  return (await handoverTargetsOf(db, team.id, [...ways.keys()])).map(({ id, name, live }) => ({
    kind: "agent",
    id,
    name: name ?? "Deleted agent",
    detail: [...(ways.get(id) ?? []), ...(live ? [] : ["has no live revision"])].join("; "),
  }));
};

function waysOf({ handover_target_ids: targets, handover_to: next, sub_agent_ids: subAgents }: Revision): Map<string, string[]> {
  const ways = new Map<string, string[]>();
  const note = (id: string, way: string) => ways.set(id, [...(ways.get(id) ?? []), way]);
  for (const id of targets) note(id, "receives handoffs");
  if (next) note(next, "always runs next");
  for (const id of subAgents) note(id, "can be called");
  return ways;
}
