import { read } from "#api/query.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { listAgentTriggers, listTriggerMatches, tryTriggerFilter } from "#contract/schedules/event-triggers.ts";
import type { MatchOutcome } from "#contract/schedules/trigger-words.ts";

export const matchesPerPage = 20;

export function triggersRead(agentId: string) {
  return read(listAgentTriggers, { params: { agentId } });
}

export function matchesRead(params: { agentId: string; trigger_id: string }, outcome: MatchOutcome | undefined, offset: number) {
  return read(
    listTriggerMatches,
    { params, query: { limit: matchesPerPage, offset, ...(outcome && { outcome }) } },
    { keepPrevious: true },
  );
}

export function triedRead(agentId: string, body: CallInput<typeof tryTriggerFilter>["body"]) {
  return read(tryTriggerFilter, { params: { agentId }, body }, { keepPrevious: true });
}
