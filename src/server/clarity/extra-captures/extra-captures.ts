import type * as contract from "#contract/clarity/extra-captures.ts";
import type { Step } from "#contract/clarity/step.ts";
import { canBeAsked } from "#contract/clarity/rights.ts";
import { lockedProcess, requireProcess } from "#server/clarity/processes/require-process.ts";
import { findSnapshot } from "#server/clarity/snapshots/snapshots.store.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { findRole } from "#server/teams/teams/teams.store.ts";
import { ask } from "./ask.ts";
import { askedBy, findRequest, listOpenRequests, requestIdsOf, toRequest } from "./requests.store.ts";

const kind = "transformation_proposal" as const;

interface Of {
  readonly process_id: string;
  readonly transformation_proposal_id: string;
}

export const clarityExtraCaptureHandlers: Handlers<typeof contract> = {
  async listClarityExtraCaptureRequests({ params, query: { limit, offset } }, context) {
    const process = await requireProcess(context, params.process_id);
    const open = await inSnapshot(context.db, async (db) => askedBy(await stepsOf({ db }, params), await listOpenRequests(db, process.id)));
    const requests = open.slice(offset, offset + limit).map((one) => toRequest(one, params.transformation_proposal_id));
    return { requests, total: open.length, limit, offset };
  },

  async assignClarityExtraCaptureRequest({ params, body: { user_id: userId } }, context) {
    const { db, changed } = context;
    const process = await lockedProcess(context, params.process_id);
    const asked = requestIdsOf(await stepsOf(context, params));
    const request = await findRequest(db, process.id, params.request_id);
    if (!request || request.resolved_at !== null || !asked.includes(request.id)) throw refuse("not_found");
    if (userId !== null) {
      const role = await findRole(db, userId, process.team_id);
      if (role === undefined || !canBeAsked(process, { userId, role })) throw invalid(["user_id"], "Choose a member who sees this process");
    }
    if (userId === request.requested_user_id) {
      context.unchanged();
      return { request: toRequest(request, params.transformation_proposal_id) };
    }
    await ask(context, process, request, userId);
    changed("clarity_process", process.id);
    const now = await findRequest(db, process.id, request.id);
    return { request: toRequest(now ?? request, params.transformation_proposal_id) };
  },
};

/** The steps of a proposal. Throws 404 where there is no such proposal. */
async function stepsOf({ db }: Pick<Context, "db">, { process_id, transformation_proposal_id }: Of): Promise<readonly Step[]> {
  const proposal = await findSnapshot(db, process_id, kind, transformation_proposal_id);
  if (!proposal) throw refuse("not_found");
  return proposal.data.steps;
}
