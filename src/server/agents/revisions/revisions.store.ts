import { and, count, desc, eq, getTableColumns, inArray, isNull, sql } from "drizzle-orm";
import type { Config } from "#contract/agents/config.ts";
import { type ListedRevision, mostMadeLive, openGenerations, type Revision } from "#contract/agents/revisions.ts";
import { isoText, newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import { agents, revisions } from "#server/agents/agents/agents.table.ts";
import { builderRuns } from "#server/agents/generation/builder-runs.table.ts";
import { users } from "#server/teams/teams.table.ts";
import type { Peers } from "./peers.store.ts";
import { revisionLives } from "./revision-lives.table.ts";
import type { RevisionStatus } from "./revision-state.ts";

export type RevisionRecord = typeof revisions.$inferSelect;

/** A revision's columns with the name of its author: what {@link toRevision} takes. Select them from revisions joined with users. */
export const revisionFields = { ...getTableColumns(revisions), created_by_name: sql<string | null>`${users.name}`.as("created_by_name") };

/** A stored revision as it goes over the wire. */
export function toRevision(row: RevisionRecord & { created_by_name: string | null }): Revision {
  const { changed_by: _, changed_at: __, first_live_at: ___, ...shown } = row;
  return { ...shown, copilot_id: row.agent_id, schedules: [] };
}

const madeLive = sql<string[]>`array(
  select ${sql.raw(isoText("l.made_live_at"))} from ${revisionLives} l where l.build_id = ${revisions.id}
  order by l.made_live_at desc limit ${sql.raw(String(mostMadeLive))})`.as("made_live");

export async function listRevisions(
  db: Db,
  agentId: string,
  page: { limit: number; offset: number; status?: Revision["status"] | undefined },
): Promise<{ builds: ListedRevision[]; total: number }> {
  const asked = and(eq(revisions.agent_id, agentId), page.status && eq(revisions.status, page.status));
  const [rows, [counted]] = await inSnapshot(db, (at) =>
    Promise.all([
      at
        .select({ ...revisionFields, open_generation: builderRuns.status, made_live: madeLive })
        .from(revisions)
        .leftJoin(users, eq(users.id, revisions.created_by))
        .leftJoin(builderRuns, and(eq(builderRuns.build_id, revisions.id), inArray(builderRuns.status, openGenerations)))
        .where(asked)
        .orderBy(desc(revisions.revision_number))
        .limit(page.limit)
        .offset(page.offset),
      at.select({ total: count() }).from(revisions).where(asked),
    ]),
  );
  const isOpen = (status: string | null) => openGenerations.find((one) => one === status) ?? null;
  return {
    builds: rows.map(({ open_generation, made_live, ...row }) => ({
      ...toRevision(row),
      open_generation: isOpen(open_generation),
      made_live,
    })),
    total: counted?.total ?? 0,
  };
}

export async function findRevision(db: Db, buildId: string): Promise<Revision | undefined> {
  const [row] = await db
    .select(revisionFields)
    .from(revisions)
    .leftJoin(users, eq(users.id, revisions.created_by))
    .where(eq(revisions.id, buildId));
  return row && toRevision(row);
}

/** A revision of an agent that the team has; undefined for foreign ones and those of deleted agents. */
export async function findTeamRevision(db: Db, teamId: string, buildId: string): Promise<RevisionRecord | undefined> {
  const [row] = await db
    .select(getTableColumns(revisions))
    .from(revisions)
    .innerJoin(agents, eq(agents.id, revisions.agent_id))
    .where(and(eq(revisions.id, buildId), eq(agents.team_id, teamId), isNull(agents.deleted_at)));
  return row;
}

/** What a further revision begins from: the live one, else the newest. */
export async function currentRevision(db: Db, agentId: string): Promise<RevisionRecord | undefined> {
  const [row] = await db
    .select()
    .from(revisions)
    .where(eq(revisions.agent_id, agentId))
    .orderBy(sql`${revisions.status} = 'live' desc`, desc(revisions.revision_number))
    .limit(1);
  return row;
}

/** The newest revision, if it is a draft that was written since the live one. */
export async function newestDraft(db: Db, agentId: string): Promise<RevisionRecord | undefined> {
  const [row] = await db
    .select()
    .from(revisions)
    .where(and(eq(revisions.agent_id, agentId), inArray(revisions.status, ["draft", "live"])))
    .orderBy(desc(revisions.revision_number))
    .limit(1);
  return row?.status === "draft" ? row : undefined;
}

export interface NewRevision {
  readonly agentId: string;
  readonly name: string;
  readonly config: Config;
  readonly status: RevisionStatus;
  readonly parentId: string | null;
  readonly peers: Peers;
  readonly userId: string;
}

/** Numbers the revision behind the agent's last one. The caller holds the lock of the agent's row, else two could get one number. */
export async function insertRevision(db: Db, revision: NewRevision): Promise<string> {
  const id = newId();
  await db.insert(revisions).values({
    id,
    agent_id: revision.agentId,
    name: revision.name,
    config: revision.config,
    status: revision.status,
    revision_number: sql`(select coalesce(max(r.revision_number), 0) + 1 from ${revisions} r where r.agent_id = ${revision.agentId})`,
    parent_build_id: revision.parentId,
    ...revision.peers,
    created_by: revision.userId,
  });
  return id;
}

export type RevisionPatch = Partial<Pick<RevisionRecord, "config" | "revision_name" | "revision_description" | "status"> & Peers>;

/** `changedBy`: the patch changes what runs of the revision do. */
export async function patchRevision(db: Db, buildId: string, patch: RevisionPatch, changedBy?: string): Promise<void> {
  await db
    .update(revisions)
    .set({ ...patch, updated_at: sql`now()`, ...(changedBy && { changed_by: changedBy, changed_at: sql`now()` }) })
    .where(eq(revisions.id, buildId));
}

/** What runs of a revision do changed outside of its row. */
export async function noteChange(db: Db, buildId: string, userId: string): Promise<void> {
  await db
    .update(revisions)
    .set({ changed_by: userId, changed_at: sql`now()` })
    .where(eq(revisions.id, buildId));
}

export async function removeRevision(db: Db, buildId: string): Promise<void> {
  await db.delete(revisions).where(eq(revisions.id, buildId));
}

/** Gives the agent's live revision, if any, another status. */
export async function replaceLive(db: Db, agentId: string, status: RevisionStatus): Promise<void> {
  await db
    .update(revisions)
    .set({ status, updated_at: sql`now()` })
    .where(and(eq(revisions.agent_id, agentId), eq(revisions.status, "live")));
}
