import { eq, sql } from "drizzle-orm";
import { findAutomation } from "#server/clarity/automation/automations.store.ts";
import { clarityAutomations } from "#server/clarity/automation/automations.table.ts";
import { agents, revisions } from "#server/agents/agents/agents.table.ts";
import { isoInstant } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";

/** The agent that has a process, and since when it works. */
export interface Handover {
  readonly agent: { readonly id: string; readonly name: string };
  /** What it was built from last. */
  readonly proposalId: string;
  /** When a revision that was built from a proposal was live for the first time; null: none was. */
  readonly since: string | null;
  readonly live: { readonly build_id: string; readonly number: number; readonly live_at: string } | null;
}

export async function findHandover(db: Db, processId: string): Promise<Handover | undefined> {
  const automation = await findAutomation(db, processId);
  if (!automation) return undefined;
  const { agent_id: agentId, proposal_id: proposalId } = automation;
  const m = clarityAutomations;
  const since = sql<string | null>`(select min(b.first_live_at) from ${m} m join ${revisions} b on b.id = m.build_id
    where m.process_id = ${processId} and m.agent_id = ${agentId})`;
  const live = sql`(select r.id, r.revision_number, r.first_live_at from ${revisions} r
    where r.agent_id = ${agentId} and r.status = 'live' and r.first_live_at is not null) live`;
  const [row] = await db
    .select({
      name: agents.name,
      since,
      build_id: sql<string | null>`live.id`,
      number: sql<number>`live.revision_number`,
      live_at: sql<string>`live.first_live_at`,
    })
    .from(agents)
    .leftJoin(live, sql`true`)
    .where(eq(agents.id, agentId));
  if (!row) return undefined;
  return {
    agent: { id: agentId, name: row.name },
    proposalId,
    since: row.since && isoInstant(row.since),
    live: row.build_id === null ? null : { build_id: row.build_id, number: row.number, live_at: isoInstant(row.live_at) },
  };
}
