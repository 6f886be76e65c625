import { clarityEvents } from "#contract/clarity/events.ts";
import { canBeAsked } from "#contract/clarity/rights.ts";
import type { ProcessRecord } from "#server/clarity/processes/processes.store.ts";
import { record } from "#server/platform/events/record.ts";
import type { Context } from "#server/platform/http/context.ts";
import { findRole } from "#server/teams/teams/teams.store.ts";
import { type FoundRequest, listOpenRequests, patchRequest } from "./requests.store.ts";

/** Nobody is asked about a process that they do not see any more. The caller holds the process. */
export async function unaskOthers(context: Context, process: ProcessRecord): Promise<void> {
  for (const request of await listOpenRequests(context.db, process.id)) {
    const userId = request.answered ? null : request.requested_user_id;
    if (userId === null) continue;
    const role = await findRole(context.db, userId, process.team_id);
    if (role === undefined || !canBeAsked(process, { userId, role })) await ask(context, process, request, null);
  }
}

/** Asks a person, or nobody, instead of who is asked by now; each of them is told. */
export async function ask({ db, caller }: Context, process: ProcessRecord, request: FoundRequest, userId: string | null): Promise<void> {
  await patchRequest(db, request.id, { requested_user_id: userId });
  const note = (type: "clarity_process.capture_asked" | "clarity_process.capture_unasked", user_id: string) =>
    record(db, clarityEvents, {
      type,
      team: process.team_id,
      actor: { kind: "user", id: caller.userId },
      subject: process.id,
      data: { request_id: request.id, user_id },
    });
  if (request.requested_user_id !== null) await note("clarity_process.capture_unasked", request.requested_user_id);
  if (userId !== null) await note("clarity_process.capture_asked", userId);
}
