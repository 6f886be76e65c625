import { and, count, desc, eq, inArray } from "drizzle-orm";
import type { ProcessSummary } from "#contract/clarity/summaries.ts";
import type { Who } from "#contract/rights.ts";
import type { Db } from "#server/platform/db/open.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import { outlineOf, valuesOf } from "./outline.ts";
import type { VersionData } from "./version-data.ts";
import { seenBy } from "./processes.store.ts";
import { clarityProcesses, claritySnapshots } from "./processes.table.ts";

interface SummaryQuery {
  readonly teamId: string;
  readonly who: Who;
  readonly limit: number;
  readonly offset: number;
  readonly withSteps: boolean;
  readonly withCurrentSteps: boolean;
}

/** What the completed processes of a team come to, the last changed first. */
export async function listSummaries(db: Db, query: SummaryQuery): Promise<{ processes: ProcessSummary[]; total: number }> {
  const { teamId, who, limit, offset } = query;
  const where = and(eq(clarityProcesses.team_id, teamId), eq(clarityProcesses.status, "complete"), seenBy(who));
  const columns = {
    id: clarityProcesses.id,
    name: clarityProcesses.name,
    status: clarityProcesses.status,
    created_at: clarityProcesses.created_at,
    updated_at: clarityProcesses.updated_at,
  };
  return inSnapshot(db, async (at) => {
    const rows = await at
      .select(columns)
      .from(clarityProcesses)
      .where(where)
      .orderBy(desc(clarityProcesses.updated_at), desc(clarityProcesses.id))
      .limit(limit)
      .offset(offset);
    const [counted] = await at.select({ total: count() }).from(clarityProcesses).where(where);
    const live = await liveOf(
      at,
      rows.map(({ id }) => id),
    );
    const processes = rows.map((row) => ({
      ...row,
      ...summaryOf(live(row.id, "current_process"), live(row.id, "transformation_proposal"), query),
    }));
    return { processes, total: counted?.total ?? 0 };
  });
}

type Kind = (typeof claritySnapshots.$inferSelect)["kind"];

async function liveOf(db: Db, ids: string[]): Promise<(id: string, kind: Kind) => VersionData | undefined> {
  const { process_id, kind, data, status } = claritySnapshots;
  const rows = await db
    .select({ process_id, kind, data })
    .from(claritySnapshots)
    .where(and(inArray(process_id, ids), eq(status, "live")));
  return (id, of) => rows.find((row) => row.process_id === id && row.kind === of)?.data;
}

function summaryOf(current: VersionData | undefined, proposal: VersionData | undefined, { withSteps, withCurrentSteps }: SummaryQuery) {
  const steps = [...(current?.steps ?? []), ...(proposal?.steps ?? [])];
  return {
    current: {
      summary: current?.summary ?? null,
      swot: current?.swot ?? null,
      ...(withCurrentSteps && { steps: (current?.steps ?? []).map(outlineOf) }),
    },
    proposal: proposal
      ? {
          summary: proposal.summary ?? null,
          projectedImpact: proposal.projectedImpact ?? null,
          steps: withSteps ? proposal.steps.map(outlineOf) : [],
        }
      : null,
    roles: valuesOf(steps, "role"),
    systems: valuesOf(steps, "system"),
  };
}
