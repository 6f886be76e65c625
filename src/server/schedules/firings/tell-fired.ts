import type { LiveBus } from "#server/platform/live/live-bus.ts";
import type { Fired } from "./fire.ts";

/** Tells windows and workers that a schedule has fired. Call it after the commit. */
export function tellFired({ live, wakeRuns }: { readonly live: LiveBus; wakeRuns(): void }, { schedule, teamId, runs }: Fired): void {
  live.publish({ teamId, topic: "schedule", id: schedule.id, userId: schedule.user_id });
  for (const run of runs) live.publish({ teamId, topic: "run", id: run.id, userId: run.user_id });
  if (runs.length > 0) wakeRuns();
}
