import { handoverTargetsOf, leavePeers } from "./peers.store.ts";
import type { Revision } from "#contract/agents/revisions.ts";
import { findPeers } from "./peers.ts";
import { peerTools } from "./peer-tools.ts";
import type { AccessSource, Check, RevisionPart } from "#server/engine/revision-part.ts";

/** Agents that work is passed to, and that cannot take it: gone, or without a live revision. */
const handedTo: Check = async ({ build, context: { db, team } }) => {
  const named = [...build.handover_target_ids, ...(build.handover_to ? [build.handover_to] : []), ...build.sub_agent_ids];
  const found = await handoverTargetsOf(db, team.id, [...new Set(named)]);
  return found
    .filter(({ name, live }) => name === null || !live)
    .map(({ id, name }) =>
      name === null
        ? {
            code: "handover_target_deleted",
            severity: "blocks",
            message: "An agent in the handoff list was deleted. Handing work to it fails.",
            subject: { id, name: "Deleted agent" },
            fix: "edit_revision",
          }
        : {
            code: "handover_target_not_live",
            severity: "warns",
            message: `${name} has no live revision. Work handed to it does not start.`,
            subject: { id, name },
            fix: "promote_agent",
          },
    );
};

/** Agents that work is passed to, each once. */
const reach: AccessSource = async ({ build, context: { db, team } }) => {
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

/** The agents that a revision hands work to. */
export const peersPart: RevisionPart = {
  name: "peers",
  checks: [handedTo],
  reach,
  tools: async ({ store }, run) => peerTools(await findPeers(store.db, run)),
  cutTies: leavePeers,
};
