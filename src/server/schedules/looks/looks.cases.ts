import { expect } from "vitest";
import { listTriggerMatches } from "#contract/schedules/event-triggers.ts";
import type { EventFacts } from "#contract/schedules/trigger-filter.ts";
import type { CallOptions, TestService } from "#server/testing/service.ts";

interface Params {
  readonly agentId: string;
  readonly trigger_id: string;
}

/** Looks at a connection now, and comes back when that was stored. */
export async function lookAgain({ pool }: TestService, connection: string): Promise<void> {
  const due = `update source_cursors set next_attempt_at = now() where connection_id = $1
    and (began_at is null or looked_at > began_at or problem is not null) returning looks, failures`;
  let before: { looks: number; failures: number } | undefined;
  await expect.poll(async () => (before = (await pool.query(due, [connection])).rows[0])).toBeDefined();
  const stored = `select from source_cursors where connection_id = $1 and looks > $2 and (looked_at > began_at or failures > $3)`;
  const isStored = async () => (await pool.query(stored, [connection, before?.looks, before?.failures])).rowCount;
  await expect.poll(isStored).toBe(1);
}

export async function matchesOf(service: TestService, params: Params, options?: CallOptions) {
  return (await service.ok(listTriggerMatches, { params, query: {} }, options)).matches;
}

/** By a fact of each event: the field that it did not match, or what came of it. */
export async function outcomesOf(service: TestService, params: Params, fact: keyof EventFacts, options?: CallOptions) {
  return (await matchesOf(service, params, options)).map(({ facts, outcome, failing_field }) => [facts[fact], failing_field ?? outcome]);
}
