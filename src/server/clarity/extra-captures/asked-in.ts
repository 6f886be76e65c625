import { and, eq, inArray } from "drizzle-orm";
import type { ProposalVersion } from "#contract/clarity/process.ts";
import { claritySnapshots } from "#server/clarity/processes/processes.table.ts";
import type { Db } from "#server/platform/db/open.ts";
import { askedBy, listOpenRequests, toRequest } from "./requests.store.ts";

const s = claritySnapshots;

/** Proposals, the newest first, with what the live one and the newest ask for. */
export async function withRequests(db: Db, processId: string, proposals: readonly ProposalVersion[]): Promise<ProposalVersion[]> {
  const shown = proposals.filter(({ status }, i) => i === 0 || status === "live").map(({ id }) => id);
  if (shown.length === 0) return [...proposals];
  const rows = await db
    .select({ id: s.id, data: s.data })
    .from(s)
    .where(and(eq(s.process_id, processId), inArray(s.id, shown)));
  const requests = await listOpenRequests(db, processId);
  const asked = new Map(rows.map(({ id, data }) => [id, askedBy(data.steps, requests).map((one) => toRequest(one, id))]));
  return proposals.map((proposal) => {
    const own = asked.get(proposal.id);
    return own ? { ...proposal, extra_capture_requests: own } : proposal;
  });
}
