import { read } from "#api/query.ts";
import { getEvalRubrics } from "#contract/agents/eval-rubrics.ts";
import { getEvalHistory } from "#contract/agents/eval-scores.ts";
import { listAgentSuggestions } from "#contract/agents/suggestions.ts";
import { listTeamRuns } from "#contract/runs/runs.ts";

export function rubricsRead(agentId: string) {
  return read(getEvalRubrics, { params: { agentId } });
}

export function historyRead(agentId: string) {
  return read(getEvalHistory, { params: { agentId }, query: { days: 30 } });
}

/** The newest runs of an agent that failed a rubric. */
export function issuesRead(teamId: string, agentId: string) {
  return read(listTeamRuns, { params: { teamId }, query: { agent_id: agentId, has_issues: "true", limit: 20 } });
}

export function pendingSuggestionsRead(agentId: string) {
  return read(listAgentSuggestions, { params: { agent_id: agentId }, query: { status: "pending" } });
}

/** What was decided about, or overtaken: the newest of it. */
export function pastSuggestionsRead(agentId: string) {
  return read(listAgentSuggestions, { params: { agent_id: agentId }, query: { status: "history", limit: 20 } });
}
