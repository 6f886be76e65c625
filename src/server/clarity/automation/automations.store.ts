import { and, desc, eq, isNull } from "drizzle-orm";
import { agents } from "#server/agents/agents/agents.table.ts";
import { clarityProcesses } from "#server/clarity/processes/processes.table.ts";
import type { Db } from "#server/platform/db/open.ts";
import { clarityAutomations } from "./automations.table.ts";

const m = clarityAutomations;
export type AutomationRecord = typeof m.$inferSelect;

/** The drafts of a process whose agents are still in its team, the newest first. */
const built = (db: Db) =>
  db
    .select({ automation: m })
    .from(m)
    .innerJoin(clarityProcesses, eq(clarityProcesses.id, m.process_id))
    .innerJoin(agents, and(eq(agents.id, m.agent_id), eq(agents.team_id, clarityProcesses.team_id), isNull(agents.deleted_at)));

/** The last draft that was built from a process. Its agent is the agent of the process. */
export async function findAutomation(db: Db, processId: string): Promise<AutomationRecord | undefined> {
  const [row] = await built(db).where(eq(m.process_id, processId)).orderBy(desc(m.created_at), desc(m.id)).limit(1);
  return row?.automation;
}
