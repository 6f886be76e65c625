import type { Revision } from "#contract/agents/revisions.ts";

/** The agents that a revision passes work to, named as a change of a revision names them. */
export interface PeerValues {
  handoverTargetIds: string[];
  handoverTo: string | null;
  subAgentIds: string[];
}

export function peersOf(build: Revision): PeerValues {
  return { handoverTargetIds: build.handover_target_ids, handoverTo: build.handover_to, subAgentIds: build.sub_agent_ids };
}

/** What a form says about them; nothing where nobody touched them, so that somebody else's change stays. */
export function changedPeers({ handoverTargetIds, handoverTo, subAgentIds }: PeerValues, build: Revision): PeerValues | undefined {
  const given = { handoverTargetIds, handoverTo, subAgentIds };
  return JSON.stringify(given) === JSON.stringify(peersOf(build)) ? undefined : given;
}
