import { and, eq, inArray, isNull } from "drizzle-orm";
import { alphabetical } from "#server/platform/db/letters.ts";
import type { Db } from "#server/platform/db/open.ts";
import { agents } from "#server/agents/agents/agents.table.ts";
import type { Peer } from "#server/engine/tools/child-runs.ts";
import { ToolError } from "#server/engine/tools/tool.ts";
import type { ClaimedRun } from "#server/engine/log/run-record.ts";

/** The agents that a run's revision names, those that are left. Absent where it names none. */
export interface PeersOfRun {
  readonly targets?: readonly Peer[];
  readonly subAgents?: readonly Peer[];
}

export async function findPeers(db: Db, run: ClaimedRun): Promise<PeersOfRun> {
  const { handover_target_ids: targets, sub_agent_ids: subAgents } = run;
  const ids = [...(targets ?? []), ...(subAgents ?? [])];
  if (ids.length === 0) return {};
  const rows = await db
    .select({ id: agents.id, name: agents.name })
    .from(agents)
    .where(and(inArray(agents.id, ids), eq(agents.team_id, run.team_id), isNull(agents.deleted_at)))
    .orderBy(alphabetical(agents.name), agents.id);
  return {
    ...(targets?.length && { targets: rows.filter((r) => targets.includes(r.id)) }),
    ...(subAgents?.length && { subAgents: rows.filter((r) => subAgents.includes(r.id)) }),
  };
}

/** The peer that is meant by an id or a name. Throws a sentence that names those there are. */
export function peerNamed(peers: readonly Peer[], called: string): Peer {
  const wanted = called.trim().toLowerCase();
  const [found, second] = peers.filter((p) => p.id === wanted || p.name.toLowerCase() === wanted);
  if (found && !second) return found;
  if (found) throw new ToolError(`Two agents are called ${called}. Name the one you mean by its id: ${listed(peers)}.`);
  if (peers.length === 0) throw new ToolError("The agents that this revision names no longer exist in this team.");
  throw new ToolError(`This revision names no agent ${called}. It names: ${listed(peers)}.`);
}

export function listed(peers: readonly Peer[]): string {
  return peers.map((p) => `${p.name} (${p.id})`).join(", ");
}
