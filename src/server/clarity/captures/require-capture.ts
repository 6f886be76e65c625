import { onlyContributes } from "#contract/roles.ts";
import { requireProcess } from "#server/clarity/processes/require-process.ts";
import type { Context } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { type FoundCapture, findCapture } from "./captures.store.ts";

/** A capture of a process that the caller sees: whoever only contributes sees their own. An upload under way is none yet. */
export async function requireCapture(context: Context, processId: string, captureId: string): Promise<FoundCapture> {
  const process = await requireProcess(context, processId);
  const capture = await findCapture(context.db, process.id, captureId);
  if (!capture || capture.status === "pending" || (onlyContributes(context.team.role) && capture.user_id !== context.caller.userId))
    throw refuse("not_found");
  return capture;
}
