import { and, count, desc, eq, inArray, ne, or, sql } from "drizzle-orm";
import type { Artifact, ArtifactVersion, RefreshFrequency } from "#contract/dashboards/dashboard.ts";
import type { Page } from "#contract/dashboards/page.ts";
import { inheriting } from "#contract/roles.ts";
import { newId } from "#server/platform/db/columns.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import type { Db } from "#server/platform/db/open.ts";
import { artifactRevisions, artifacts } from "#server/dashboards/dashboards.table.ts";
import { teams } from "#server/teams/teams.table.ts";

export type DashboardRecord = typeof artifacts.$inferSelect;

const shown = {
  one: artifacts,
  organization_id: sql<string>`${teams.organization_id}`,
  read: sql<boolean>`exists (select from artifact_reads d where d.artifact_id = ${artifacts.id})`,
};
type Shown = { one: DashboardRecord; organization_id: string; read: boolean };

/** The specification's record. */
function toArtifact({ one, organization_id, read }: Shown): Artifact {
  const { current_revision_id, restored_from: _, refreshing, refresh_until: __, refresh_due_at: ___, ...rest } = one;
  const { refresh_failures: ____, refresh_worker_id: _____, refresh_failure, refresh_failed_at, refresh_paused_at, ...record } = rest;
  return {
    ...record,
    refresh: { running: refreshing, failure: refresh_failure, failed_at: refresh_failed_at, paused: refresh_paused_at !== null },
    organization_id,
    html_code_present: current_revision_id !== null,
    automation_id: null,
    content_format: "html",
    has_live_connector_data: read,
    thumbnail_url: current_revision_id === null ? null : `/v2/artifacts/${one.id}/thumbnail?version=${current_revision_id}`,
  };
}

const selectShown = (db: Db) => db.select(shown).from(artifacts).innerJoin(teams, eq(teams.id, artifacts.team_id));

export async function findDashboard(db: Db, id: string): Promise<Artifact | undefined> {
  const [row] = await selectShown(db).where(eq(artifacts.id, id));
  return row && toArtifact(row);
}

export async function teamNameOf(db: Db, teamId: string): Promise<string | undefined> {
  const [row] = await db.select({ name: teams.name }).from(teams).where(eq(teams.id, teamId));
  return row?.name;
}

export async function findDashboardRecord(db: Db, id: string): Promise<DashboardRecord | undefined> {
  const [row] = await db.select().from(artifacts).where(eq(artifacts.id, id));
  return row;
}

/** The row itself, locked until the transaction ends. */
export async function lockDashboard(db: Db, id: string): Promise<DashboardRecord | undefined> {
  const [row] = await db.select().from(artifacts).where(eq(artifacts.id, id)).for("no key update");
  return row;
}

/** Its creator is no Member of its team any more. */
const creatorLeft = sql<boolean>`(${artifacts.visibility} = 'private'
  and not exists (select from team_members m where m.team_id = ${artifacts.team_id} and m.user_id = ${artifacts.created_by_user_id}
    and m.role <> 'team:clarity-member')
  and not exists (select from organization_members o join teams t on t.organization_id = o.organization_id
    where t.id = ${artifacts.team_id} and o.user_id = ${artifacts.created_by_user_id} and ${inArray(sql`o.role`, inheriting)}))`;

/** Whether it is a private one of somebody who left the team. */
export async function isLeft(db: Db, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: artifacts.id })
    .from(artifacts)
    .where(and(eq(artifacts.id, id), creatorLeft));
  return rows.length > 0;
}

export interface DashboardQuery {
  readonly userId: string;
  /** Whether private ones of former members are listed. */
  readonly inherits: boolean;
  readonly teamId: string;
  readonly scope: "created" | "shared" | "team";
  readonly limit: number;
  readonly offset: number;
}

/** The last changed first. */
export async function listDashboardRows(
  db: Db,
  { userId, inherits, teamId, scope, limit, offset }: DashboardQuery,
): Promise<{ artifacts: Artifact[]; total: number }> {
  // Nothing is shared with one person: the specification has the word, and the list is empty.
  if (scope === "shared") return { artifacts: [], total: 0 };
  const whose =
    scope === "created"
      ? eq(artifacts.created_by_user_id, userId)
      : and(
          ne(artifacts.created_by_user_id, userId),
          inherits ? or(ne(artifacts.visibility, "private"), creatorLeft) : ne(artifacts.visibility, "private"),
        );
  const where = and(eq(artifacts.team_id, teamId), whose);
  const [rows, [counted]] = await inSnapshot(db, (at) =>
    Promise.all([
      selectShown(at).where(where).orderBy(desc(artifacts.updated_at), desc(artifacts.id)).limit(limit).offset(offset),
      at.select({ total: count() }).from(artifacts).where(where),
    ]),
  );
  return { artifacts: rows.map(toArtifact).map((one) => shownTo(userId, one)), total: counted?.total ?? 0 };
}

/** What is private to another person has no picture to look at. */
const shownTo = (userId: string, one: Artifact): Artifact =>
  one.visibility === "private" && one.created_by_user_id !== userId ? { ...one, thumbnail_url: null } : one;

export type DashboardPatch = Partial<
  Pick<
    DashboardRecord,
    | "title"
    | "status"
    | "visibility"
    | "publish_permission"
    | "refresh_frequency"
    | "last_refresh_at"
    | "next_refresh_at"
    | "refresh_due_at"
    | "refresh_failures"
    | "refresh_paused_at"
    | "current_revision_id"
    | "restored_from"
    | "team_id"
    | "created_by_user_id"
  >
>;

export async function patchDashboard(db: Db, id: string, patch: DashboardPatch): Promise<void> {
  await db
    .update(artifacts)
    .set({ ...patch, updated_at: sql`now()` })
    .where(eq(artifacts.id, id));
}

export async function insertDashboard(
  db: Db,
  values: Pick<DashboardRecord, "team_id" | "created_by_user_id" | "title" | "status">,
): Promise<string> {
  const id = newId();
  await db.insert(artifacts).values({ id, ...values });
  return id;
}

export async function removeDashboard(db: Db, id: string): Promise<void> {
  await db.delete(artifacts).where(eq(artifacts.id, id));
}

interface NewVersion {
  readonly artifactId: string;
  readonly parentId: string | null;
  readonly page: Page;
  /** What a person called the dashboard. */
  readonly title?: string | null;
}

/** Stores a page as the next version, which becomes the one that is shown. The caller holds the lock of the dashboard. */
export async function insertVersion(
  db: Db,
  { artifactId, parentId, page, title = null }: NewVersion,
): Promise<{ id: string; version: number }> {
  const next = sql<number>`(select coalesce(max(r.version), 0) + 1 from ${artifactRevisions} r where r.artifact_id = ${artifactId})`;
  const [row] = await db
    .insert(artifactRevisions)
    .values({ artifact_id: artifactId, version: next, parent_revision_id: parentId, page })
    .returning({ id: artifactRevisions.id, version: artifactRevisions.version });
  if (!row) throw new Error("a version was not stored");
  await patchDashboard(db, artifactId, { current_revision_id: row.id, restored_from: null, title: title ?? page.title });
  return row;
}

export interface StoredVersion {
  readonly id: string;
  readonly version: number;
  readonly page: Page;
}

/** A version of this dashboard; undefined for one of another. */
export async function findVersion(db: Db, artifactId: string, id: string): Promise<StoredVersion | undefined> {
  const { version, page } = artifactRevisions;
  const [row] = await db
    .select({ id: artifactRevisions.id, version, page })
    .from(artifactRevisions)
    .where(and(eq(artifactRevisions.id, id), eq(artifactRevisions.artifact_id, artifactId)));
  return row;
}

/** The version that is shown, under the name that the dashboard has by now; undefined where there is none yet. */
export async function headOf(
  db: Db,
  { id, title, current_revision_id }: Pick<DashboardRecord, "id" | "title" | "current_revision_id">,
): Promise<StoredVersion | undefined> {
  const found = current_revision_id === null ? undefined : await findVersion(db, id, current_revision_id);
  return found && { ...found, page: { ...found.page, title: title ?? found.page.title } };
}

/** The newest first. */
export async function listVersions(
  db: Db,
  { id, current_revision_id, restored_from }: Pick<DashboardRecord, "id" | "current_revision_id" | "restored_from">,
): Promise<{ revisions: ArtifactVersion[]; total: number; current_revision_id: string | null; current_version: number | null }> {
  const { artifact_id, version, parent_revision_id, created_at } = artifactRevisions;
  const rows = await db
    .select({ id: artifactRevisions.id, artifact_id, version, parent_revision_id, created_at })
    .from(artifactRevisions)
    .where(eq(artifact_id, id))
    .orderBy(desc(version));
  const revisions = rows.map((row) => ({ ...row, restored_from_version: row.id === current_revision_id ? restored_from : null }));
  const current = rows.find((row) => row.id === current_revision_id);
  return { revisions, total: rows.length, current_revision_id, current_version: current?.version ?? null };
}

const minutes: Record<RefreshFrequency, number> = {
  every_15_minutes: 15,
  every_30_minutes: 30,
  hourly: 60,
  every_6_hours: 360,
  daily: 1_440,
  weekly: 10_080,
};

/** When it is read again: a span from now, moved a little by its id, so that those of one frequency do not all come in one second. */
export function nextRefresh(id: string, frequency: RefreshFrequency, now: Date): string {
  const span = minutes[frequency] * 60_000;
  const share = Number.parseInt(id.slice(-6), 16) / 2 ** 24;
  return new Date(now.getTime() + span + Math.floor(share * Math.min(span / 10, 600_000))).toISOString();
}
