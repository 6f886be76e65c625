import type { Context } from "#server/platform/http/context.ts";
import type { LiveBus } from "#server/platform/live/live-bus.ts";

/** More than this many changes at once are told as one. */
const maxTold = 20;

/** Tells screens that cases of a queue changed, and with them its counts. */
export function casesChanged(live: LiveBus, teamId: string, queueId: string, caseIds: readonly string[]): void {
  for (const id of caseIds.length > maxTold ? ["*"] : caseIds) live.publish({ teamId, topic: "case", id });
  live.publish({ teamId, topic: "queue", id: queueId });
}

/** As {@link casesChanged}, for a request. */
export function tellOfCases({ live, team }: Context, queueId: string, caseIds: readonly string[]): void {
  if (caseIds.length > 0) casesChanged(live, team.id, queueId, caseIds);
}
