import { clarityEvents } from "#contract/clarity/events.ts";
import type { ProcessRecord } from "#server/clarity/processes/processes.store.ts";
import type { Db } from "#server/platform/db/open.ts";
import { type Actor, record } from "#server/platform/events/record.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { type FoundRequest, findRequest, patchRequest, requestAnsweredBy } from "./requests.store.ts";

/** A request that something can still answer. Throws 404 for one that is none, or that no proposal asks any more. */
export async function requireRequest(db: Db, processId: string, id: string): Promise<FoundRequest> {
  const request = await findRequest(db, processId, id);
  if (!request || request.resolved_at !== null) throw refuse("not_found", "There is no such request for a capture.");
  return request;
}

/** Binds a capture to the request that it answers, once it is complete. A later one takes its place. The caller holds the process. */
export async function bindCapture(db: Db, processId: string, captureId: string, requestId: string | undefined): Promise<void> {
  if (requestId === undefined) return;
  const { id } = await requireRequest(db, processId, requestId);
  await patchRequest(db, id, { capture_id: captureId });
}

/** Writes down that what was asked for has come, if the capture answers something. The caller holds the process. */
export async function noteAnswer(
  db: Db,
  { id: processId, team_id }: Pick<ProcessRecord, "id" | "team_id">,
  captureId: string,
  actor: Actor,
): Promise<void> {
  const request = await requestAnsweredBy(db, captureId);
  if (!request) return;
  const data = { request_id: request.id, user_id: request.requested_user_id };
  await record(db, clarityEvents, { type: "clarity_process.capture_answered", team: team_id, actor, subject: processId, data });
}
