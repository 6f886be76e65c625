import { sql } from "drizzle-orm";
import type { AnswerRow, PageAnswers } from "#contract/dashboards/answers.ts";
import type { OrganizationDashboard } from "#contract/dashboards/organization.ts";
import type { Page } from "#contract/dashboards/page.ts";
import { atLeast } from "#contract/roles.ts";
import { seesAllRuns } from "#contract/runs/rights.ts";
import { isoText } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { findRole } from "#server/teams/teams/teams.store.ts";

const most = 100;

/** Keeps what a publisher sees, without the lists of single runs and cases. */
export async function keepSnapshot(
  db: Db,
  { artifactId, publisherId, page, answers }: { artifactId: string; publisherId: string; page: Page; answers: PageAnswers },
): Promise<void> {
  const shown = { ...answers, answers: answers.answers.map(withoutLists) };
  await db.execute(sql`
    insert into artifact_snapshots (artifact_id, publisher_user_id, page, answers)
    values (${artifactId}, ${publisherId}, ${JSON.stringify(page)}::json, ${JSON.stringify(shown)}::json)
    on conflict (artifact_id) do update set publisher_user_id = excluded.publisher_user_id, page = excluded.page, answers = excluded.answers, created_at = now()`);
}

function withoutLists(answer: PageAnswers["answers"][number]): PageAnswers["answers"][number] {
  const bare = (row: AnswerRow): AnswerRow => ({ ...row, link: null, links: row.links.map(() => null) });
  const { rows, other, total, groups } = answer;
  return { ...answer, rows: rows.map(bare), other: other && bare(other), total: bare(total), ...(groups && { groups: groups.map(bare) }) };
}

export async function dropSnapshot(db: Db, artifactId: string): Promise<void> {
  await db.execute(sql`delete from artifact_snapshots where artifact_id = ${artifactId}`);
}

export interface Snapshot extends OrganizationDashboard {
  readonly team_id: string;
  readonly publisher_user_id: string;
  readonly scope: PageAnswers["scope"];
}

/** Of an organization the newest, or the one of a dashboard, as long as their publishers may see what they showed. */
export async function findSnapshots(db: Db, organizationId: string, artifactId?: string): Promise<Snapshot[]> {
  const { rows } = await db.execute<{ [K in keyof Snapshot]: Snapshot[K] }>(sql`
    select a.id, coalesce(a.title, s.page ->> 'title') as title, t.name as team_name, coalesce(u.name, u.email) as published_by,
      ${sql.raw(isoText("s.created_at"))} as taken_at, a.team_id, s.publisher_user_id, s.answers ->> 'scope' as scope
    from artifact_snapshots s join artifacts a on a.id = s.artifact_id join teams t on t.id = a.team_id join users u on u.id = s.publisher_user_id
    where t.organization_id = ${organizationId} and a.visibility = 'organization' ${artifactId === undefined ? sql`` : sql`and a.id = ${artifactId}`}
    order by s.created_at desc, a.id limit ${most}`);
  const kept = await Promise.all(rows.map(async (row) => ((await stillSees(db, row)) ? [row] : [])));
  return kept.flat();
}

/** What somebody may no longer see is no longer theirs to show. */
async function stillSees(db: Db, { publisher_user_id, team_id, scope }: Snapshot): Promise<boolean> {
  const role = await findRole(db, publisher_user_id, team_id);
  return role !== undefined && atLeast(role, "team:member") && (scope === "own" || seesAllRuns({ role }));
}

/** The page of a snapshot with its figures. */
export async function findShown(db: Db, artifactId: string): Promise<{ page: Page; answers: PageAnswers } | undefined> {
  const { rows } = await db.execute<{ page: Page; answers: PageAnswers }>(sql`
    select page, answers from artifact_snapshots where artifact_id = ${artifactId}`);
  return rows[0];
}
