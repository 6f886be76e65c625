import { listSuspended } from "#server/connections/agreements/agreements.store.ts";
import { countedPersonal, whySuspended } from "#contract/connections/suspension-words.ts";
import { systemMessage } from "#server/engine/log/log-messages.ts";
import { writeHeld } from "#server/engine/log/run-log.ts";
import type { HeldRun, MessageRecord } from "#server/engine/log/run-record.ts";
import type { EngineServices } from "#server/engine/services.ts";

/** Says once in the run that it works without what its person has attached of their own, and why. Returns whether it wrote that now. */
export async function saySuspended({ store }: EngineServices, run: HeldRun, log: readonly MessageRecord[]): Promise<boolean> {
  const { agreed, personal } = run.secrets;
  if (run.user_id === null || agreed || personal.secrets + personal.logins === 0 || log.some((m) => m.subtype === "credentials_suspended"))
    return false;
  const [row] = await listSuspended(store.db, [run.build_id], run.user_id);
  const why = row ? whySuspended(row.suspended) : "The revision was changed.";
  const text = `Suspended: ${countedPersonal(personal)}${row ? ` of ${row.name}` : ""}. ${why} The run works without them until the owner reviews the revision and agrees.`;
  await writeHeld(store.db, run, {}, [systemMessage("credentials_suspended", text)]);
  return true;
}
