import { systemMessage } from "#server/engine/log/log-messages.ts";
import { writeHeld } from "#server/engine/log/run-log.ts";
import type { HeldRun, MessageRecord } from "#server/engine/log/run-record.ts";
import type { EngineServices } from "#server/engine/services.ts";

/** Says once in the run that it works without what its person has attached of their own, and why. Returns whether it wrote that now. */
export async function saySuspended(services: EngineServices, run: HeldRun, log: readonly MessageRecord[]): Promise<boolean> {
  const { user_id, secrets } = run;
  const { agreed, personal } = secrets;
  if (
    user_id === null ||
    agreed ||
    personal.secrets + personal.logins + personal.connections === 0 ||
    log.some((m) => m.subtype === "credentials_suspended")
  )
    return false;
  const text = await services.secrets.whySuspended(services, { ...run, user_id });
  await writeHeld(services.store.db, run, {}, [systemMessage("credentials_suspended", text)]);
  return true;
}
