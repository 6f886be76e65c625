import { maxMembers } from "#contract/agents/automation-members.ts";
import type { Db } from "#server/platform/db/open.ts";
import { agents } from "#server/agents/agents/agents.table.ts";
import type { queues } from "#server/queues/queues/queues.table.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { countMembers } from "./automations.store.ts";

/** Throws when an automation has as many agents, or queues, as it takes. The caller holds the automation. */
export async function requireRoom(db: Db, table: typeof agents | typeof queues, automationId: string): Promise<void> {
  if ((await countMembers(db, table, automationId)) < maxMembers) return;
  const members = table === agents ? "agents" : "queues";
  throw refuse("too_many", `An automation takes at most ${maxMembers} ${members}. Delete one first, or create another automation.`);
}
