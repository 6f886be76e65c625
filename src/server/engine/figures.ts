import { figure } from "#server/platform/metrics/metrics.ts";

/** What several places of the engine count. */
export const figures = {
  runsEnded: figure("caseload_runs_ended_total", "Runs that ended, by the state they ended in.", "status"),
  toolCalls: figure("caseload_tool_calls_total", "Calls of tools, by tool.", "tool"),
  modelTokens: figure("caseload_model_tokens_total", "Tokens sent to and received from models.", "direction"),
};
