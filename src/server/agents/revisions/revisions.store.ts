import { and, count, desc, eq, getTableColumns, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Config } from "#contract/agents/config.ts";
import { type ListedRevision, openGenerations, type Revision } from "#contract/agents/revisions.ts";
import { keepingAgreements } from "#server/connections/agreements/agreements.store.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Moving } from "#server/engine/revision-part.ts";
import { anyOf } from "#server/platform/db/any-of.ts";
import type { Db } from "#server/platform/db/open.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import { agents, revisions } from "#server/agents/agents/agents.table.ts";
import { builderRuns } from "#server/agents/generation/builder-runs.table.ts";
import { users } from "#server/teams/teams.table.ts";
import type { RevisionStatus } from "./revision-state.ts";

export type RevisionRecord = typeof revisions.$inferSelect;

/** A revision's columns with the name of its author: what {@link toRevision} takes. Select them from revisions joined with users. */
export const revisionFields = { ...getTableColumns(revisions), created_by_name: sql<string | null>`${users.name}`.as("created_by_name") };

/** A stored revision as it goes over the wire. */
export function toRevision(row: RevisionRecord & { created_by_name: string | null }): Revision {
  const { changed_by: _, changed_at: __, ...shown } = row;
  return { ...shown, copilot_id: row.agent_id, schedules: [] };
}

export async function listRevisions(
  db: Db,
  agentId: string,
  page: { limit: number; offset: number; status?: Revision["status"] | undefined },
): Promise<{ builds: ListedRevision[]; total: number }> {
  const asked = and(eq(revisions.agent_id, agentId), page.status && eq(revisions.status, page.status));
  const [rows, [counted]] = await inSnapshot(db, (at) =>
    Promise.all([
      at
        .select({ ...revisionFields, open_generation: builderRuns.status })
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
    builds: rows.map(({ open_generation, ...row }) => ({ ...toRevision(row), open_generation: isOpen(open_generation) })),
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

/** The agents that a revision names. */
export type Peers = Pick<RevisionRecord, "handover_target_ids" | "handover_to" | "sub_agent_ids">;

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

/**
 * Those of `ids` that are agents of the team, kept from being deleted until the transaction ends. Locked in the order of their ids,
 * and in a mode that only a deletion waits for.
 */
export async function lockTargets(db: Db, teamId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: agents.id })
    .from(agents)
    .where(and(inArray(agents.id, [...ids]), eq(agents.team_id, teamId), isNull(agents.deleted_at)))
    .orderBy(agents.id)
    .for("key share");
  return new Set(rows.map((r) => r.id));
}

export interface HandoverTarget {
  readonly id: string;
  /** Null when the agent is gone. */
  readonly name: string | null;
  readonly live: boolean;
}

/** The agents that `ids` name, in that order. */
export async function handoverTargetsOf(db: Db, teamId: string, ids: readonly string[]): Promise<HandoverTarget[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: agents.id, name: agents.name, live: sql<boolean>`${revisions.id} is not null` })
    .from(agents)
    .leftJoin(revisions, and(eq(revisions.agent_id, agents.id), eq(revisions.status, "live")))
    .where(and(inArray(agents.id, [...ids]), eq(agents.team_id, teamId), isNull(agents.deleted_at)));
  const known = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => known.get(id) ?? { id, name: null, live: false });
}

/** What a copy of a revision still names: agents that are left, and never the agent it is for. */
export async function keptPeers(db: Db, teamId: string, source: Peers, agentId?: string): Promise<Peers> {
  const { handover_target_ids, handover_to, sub_agent_ids } = source;
  const left = await lockTargets(db, teamId, [...handover_target_ids, ...sub_agent_ids, ...(handover_to ? [handover_to] : [])]);
  const kept = (id: string) => left.has(id) && id !== agentId;
  return {
    handover_target_ids: handover_target_ids.filter(kept),
    handover_to: handover_to && kept(handover_to) ? handover_to : null,
    sub_agent_ids: sub_agent_ids.filter(kept),
  };
}

/** What historic revisions of agents that move name and does not come along. Those that count hang together, and move together. */
export async function leavePeers(db: Db, { agentIds }: Moving): Promise<void> {
  const moved = anyOf(agentIds);
  const kept = (column: SQL) => sql`array(select p from unnest(${column}) p where p = ${moved})`;
  await db.execute(sql`
    update ${revisions} r set handover_target_ids = ${kept(sql`r.handover_target_ids`)}, sub_agent_ids = ${kept(sql`r.sub_agent_ids`)},
      handover_to = case when r.handover_to = ${moved} then r.handover_to end
    where r.agent_id = ${moved} and r.status = 'historic'`);
}

/** Takes a deleted agent out of every revision that names it. Rows are locked in the order of their ids: two deletions may share some. */
export async function removePeer(db: Db, teamId: string, agentId: string, userId: string): Promise<void> {
  const change = () =>
    db.execute(sql`
    with holders as materialized (
      select r.id from ${revisions} r join ${agents} a on a.id = r.agent_id
      where a.team_id = ${teamId} and ${namesPeer(agentId)} order by r.id for update of r)
    update ${revisions} r set handover_target_ids = array_remove(r.handover_target_ids, ${agentId}::uuid),
      handover_to = nullif(r.handover_to, ${agentId}::uuid), sub_agent_ids = array_remove(r.sub_agent_ids, ${agentId}::uuid),
      changed_by = ${userId}, changed_at = now()
    from holders where r.id = holders.id`);
  await keepingAgreements(db, userId, { of: sql`a.team_id = ${teamId} and ${namesPeer(agentId)}`, parts: ["agents"] }, change);
}

/** Whether revision `r` names an agent. */
export function namesPeer(agentId: string): SQL {
  return sql`(r.handover_target_ids @> array[${agentId}::uuid] or r.handover_to = ${agentId} or r.sub_agent_ids @> array[${agentId}::uuid])`;
}
