import { and, eq, inArray, notExists, sql } from "drizzle-orm";
import { type AssignedLabel, type LandscapeProcess, maxNodes } from "#contract/clarity/node.ts";
import { countsOf, sumOf } from "#server/clarity/processes/processes.store.ts";
import { stageOf } from "#server/clarity/processes/stage.ts";
import { clarityProcesses } from "#server/clarity/processes/processes.table.ts";
import { failuresSinceEvidence } from "#server/clarity/measuring/outdated.store.ts";
import type { Db } from "#server/platform/db/open.ts";
import { teams } from "#server/teams/teams.table.ts";
import { clarityNodes } from "./landscape.table.ts";
import { memberNamed } from "./member-named.ts";
import { type PlacedProcess, processFields } from "./places.store.ts";

/** The processes without a place, the last changed first. */
export async function listUnplaced(db: Db, organizationId: string): Promise<{ process: PlacedProcess; team_name: string }[]> {
  return db
    .select({ process: processFields, team_name: teams.name })
    .from(clarityProcesses)
    .innerJoin(teams, eq(teams.id, clarityProcesses.team_id))
    .where(
      and(
        eq(teams.organization_id, organizationId),
        notExists(db.select({ id: clarityNodes.id }).from(clarityNodes).where(eq(clarityNodes.process_id, clarityProcesses.id))),
      ),
    )
    .orderBy(sql`${clarityProcesses.updated_at} desc`, sql`${clarityProcesses.id} desc`)
    .limit(maxNodes + 1);
}

const id = sql`${clarityProcesses.id}`;
const shown = {
  id: clarityProcesses.id,
  // Before one is live, the newest draft says what the work is: the stage counts it, too.
  summary: sql<string | null>`(select s.data ->> 'summary' from clarity_snapshots s where s.id = (select v.id from clarity_snapshots v
    where v.process_id = ${id} and v.kind = 'current_process' and v.status <> 'generating' and v.archived_at is null
    order by v.status = 'live' desc, v.created_at desc, v.id desc limit 1))`,
  captureCounts: countsOf(id),
  stage: stageOf(id, sql`(${clarityProcesses.version} = 1 and ${clarityProcesses.analysis} is not null)`),
  contributors: sql<LandscapeProcess["contributors"]>`(select coalesce(jsonb_agg(jsonb_build_object('userId', u.id, 'userName', u.name)
    order by u.name collate "und-x-icu", u.id), '[]') from users u where u.id in (select c.user_id from clarity_captures c where c.process_id = ${id}))`,
  people: sql<LandscapeProcess["people"]>`(select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'userId', u.id, 'email', p.email,
    'name', coalesce(u.name, p.email)) order by p.created_at, p.id), '[]')
    from clarity_people p left join users u on u.id = ${memberNamed("p")} where p.process_id = ${id})`,
  labels: sql<AssignedLabel[]>`(select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'value', l.value, 'colorHue', l.color_hue,
    'source', a.source) order by l.value collate "und-x-icu", l.id), '[]')
    from clarity_process_labels a join clarity_labels l on l.id = a.label_id where a.process_id = ${id})`,
};

type Details = Pick<
  LandscapeProcess,
  "summary" | "stage" | "failuresSinceEvidence" | "captureCounts" | "captureCount" | "contributors" | "people"
> & {
  labels: AssignedLabel[];
};

/** What is known of processes, by their ids. */
export async function readDetails(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Details>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select(shown)
    .from(clarityProcesses)
    .where(inArray(clarityProcesses.id, [...ids]));
  const failures = await failuresSinceEvidence(db, ids);
  return new Map(
    rows.map(({ id: processId, ...row }) => [
      processId,
      { ...row, captureCount: sumOf(row.captureCounts), failuresSinceEvidence: failures.get(processId) ?? 0 },
    ]),
  );
}
