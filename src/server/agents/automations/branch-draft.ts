import type { PartsContext } from "#server/engine/revision-part.ts";
import { invalid } from "#server/platform/http/refusal.ts";
import type { AgentRecord } from "#server/agents/agents/agents.store.ts";
import { copyBelongings } from "#server/agents/revisions/copy-belongings.ts";
import { keptPeers } from "#server/agents/revisions/peers.store.ts";
import { type RevisionRecord, insertRevision } from "#server/agents/revisions/revisions.store.ts";

/** Of what was asked for, in the name of a draft. */
const shownLetters = 80;

interface Reason {
  readonly how: "Generated from" | "Suggested for";
  /** What was asked for: it tells drafts of one revision apart. */
  readonly words: string;
}

/**
 * A live revision stays as it is: what changes it happens in a draft with its configuration, whose name says why, as in
 * `Generated from revision 2: answer in French`. Returns its id. The caller holds the lock of the agent's row.
 */
export async function branchDraft(
  context: Pick<PartsContext, "db" | "caller" | "revisionParts">,
  agent: AgentRecord,
  live: RevisionRecord,
  { how, words }: Reason,
): Promise<string> {
  const { db, caller } = context;
  if (!live.config) throw invalid(["build_id"], "The live revision has no configuration to start from");
  const id = await insertRevision(db, {
    agentId: agent.id,
    name: `${how} revision ${live.revision_number}: ${oneLine(words)}`,
    config: live.config,
    status: "draft",
    parentId: live.id,
    peers: await keptPeers(db, agent.team_id, live, agent.id),
    userId: caller.userId,
  });
  await copyBelongings(context, live.id, { buildId: id, agentId: agent.id, userId: caller.userId });
  return id;
}

function oneLine(words: string): string {
  const line = words.replaceAll(/[\p{Z}\p{C}]+/gu, " ").trim();
  return line.length > shownLetters
    ? `${line
        .slice(0, shownLetters - 1)
        .toWellFormed()
        .trimEnd()}…`
    : line;
}
