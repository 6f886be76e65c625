import type { Parsed } from "#contract/endpoint.ts";
import type { generateClarityProcessSnapshot } from "#contract/clarity/generation.ts";
import type { ProposalOptions } from "#server/clarity/generation/generations.table.ts";
import { findLive, findSnapshot } from "#server/clarity/snapshots/snapshots.store.ts";
import type { Db } from "#server/platform/db/open.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";

type Body = Parsed<typeof generateClarityProcessSnapshot>["body"];

/** What a proposal is asked for with. Throws where there is nothing that it could change. */
export async function optionsOf(db: Db, processId: string, body: Body): Promise<ProposalOptions> {
  const {
    source_snapshot_id: asked,
    regenerate_from,
    custom_guidance: guidance,
    transformation_aggressiveness: change = "aggressive",
  } = body;
  const former = regenerate_from === undefined ? undefined : await findSnapshot(db, processId, "transformation_proposal", regenerate_from);
  if (regenerate_from !== undefined && !former) throw invalid(["regenerate_from"], "This process has no such proposal");
  const named = asked ?? former?.current_process_id ?? undefined;
  const source =
    named === undefined ? await findLive(db, processId, "current_process") : await findSnapshot(db, processId, "current_process", named);
  if (asked !== undefined && !source) throw invalid(["source_snapshot_id"], "This process has no such version");
  if (!source) throw refuse("no_current_process");
  return { source: source.id, former: former?.id ?? null, guidance: guidance?.trim() || null, change };
}
