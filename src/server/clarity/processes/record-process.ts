import { clarityEvents } from "#contract/clarity/events.ts";
import { record } from "#server/platform/events/record.ts";
import type { Context } from "#server/platform/http/context.ts";
import type { ProcessRecord } from "./processes.store.ts";

type ProcessEvent = Extract<keyof typeof clarityEvents, `clarity_process.${string}`>;

/** Writes down what the caller did to a process, where it is more or other than what the endpoint declares. */
export async function recordProcess(
  { db, caller }: Pick<Context, "db" | "caller">,
  { id, team_id }: Pick<ProcessRecord, "id" | "team_id">,
  type: ProcessEvent,
): Promise<void> {
  await record(db, clarityEvents, { type, team: team_id, actor: { kind: "user", id: caller.userId }, subject: id, data: {} });
}
