import type { Failure } from "#contract/runs/failures.ts";
import { figures } from "./figures.ts";
import type { RunRecord } from "./log/run-record.ts";
import type { EngineServices } from "./services.ts";

/** Counts a run that came to its end, and says so in the log. */
export function noteEnd(
  { metrics, log }: Pick<EngineServices, "metrics" | "log">,
  { id, team_id, agent_id }: Pick<RunRecord, "id" | "team_id" | "agent_id">,
  status: "completed" | "failed",
  failure?: Pick<Failure, "code">,
): void {
  metrics.count(figures.runsEnded, { status });
  log.info({ run_id: id, team_id, agent_id, status, ...(failure && { failure: failure.code }) }, "run ended");
}
