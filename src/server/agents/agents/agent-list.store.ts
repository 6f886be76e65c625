import { and, count, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { AgentRow } from "#contract/agents/agents.ts";
import { contains } from "#server/platform/db/letters.ts";
import type { Db } from "#server/platform/db/open.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import { agentPins, agents, revisions } from "./agents.table.ts";
import { users } from "#server/teams/teams.table.ts";
import { revisionFields, toRevision } from "#server/agents/revisions/revisions.store.ts";
import { creator, updater, agentFields, people } from "./agents.store.ts";
import { noSigns, signsOf } from "./agent-signs.store.ts";

export interface AgentQuery {
  readonly teamId: string;
  /** Whose pins come first. */
  readonly userId: string;
  readonly search?: string | undefined;
  readonly automationId?: string | undefined;
  /** A folder, or `root` for agents that lie in none. */
  readonly folderId?: string | undefined;
}
interface AgentPage extends AgentQuery {
  readonly limit: number;
  readonly offset: number;
}

export async function listAgentRows(db: Db, filter: AgentPage): Promise<{ agents: AgentRow[]; total: number }> {
  const where = conditions(filter);
  const [rows, [counted]] = await inSnapshot(db, (at) =>
    Promise.all([selectPage(at, filter, where), at.select({ total: count() }).from(agents).where(where)]),
  );
  return { agents: rows, total: counted?.total ?? 0 };
}

/** The ids of a list, in its order; `most` of them at most. */
export async function listAgentIds(db: Db, filter: AgentQuery, most: number): Promise<string[]> {
  const rows = await db
    .select({ id: agents.id })
    .from(agents)
    .leftJoin(agentPins, pinOf(filter.userId))
    .where(conditions(filter))
    .orderBy(...inOrder)
    .limit(most);
  return rows.map(({ id }) => id);
}

/** Those of the agents that still exist. */
export function readAgentRows(db: Db, userId: string, ids: readonly string[]): Promise<AgentRow[]> {
  const where = and(inArray(agents.id, [...ids]), isNull(agents.deleted_at));
  return selectPage(db, { userId, limit: ids.length, offset: 0 }, where);
}

function conditions({ teamId, search, automationId, folderId }: AgentQuery): SQL | undefined {
  return and(
    eq(agents.team_id, teamId),
    isNull(agents.deleted_at),
    search === undefined ? undefined : contains(agents.name, search),
    automationId === undefined ? undefined : eq(agents.automation_id, automationId),
    folderId === undefined ? undefined : inFolder(folderId),
  );
}

const pinOf = (userId: string) => and(eq(agentPins.agent_id, agents.id), eq(agentPins.user_id, userId));
const inOrder = [sql`${agentPins.pinned_at} desc nulls last`, desc(agents.updated_at), desc(agents.id)];

function inFolder(folder: string): SQL {
  return folder === "root" ? isNull(agents.folder_id) : eq(agents.folder_id, folder);
}

/** Cuts the page out first: configurations are read for its rows only. */
async function selectPage(db: Db, filter: Pick<AgentPage, "userId" | "limit" | "offset">, where: SQL | undefined): Promise<AgentRow[]> {
  const page = db
    .select({
      ...agentFields,
      last_run_at: agents.last_run_at,
      created_by: agents.created_by,
      updated_by: agents.updated_by,
      pinned_at: agentPins.pinned_at,
      live_build_id: sql<string | null>`(select r.id from ${revisions} r where r.agent_id = ${agents.id} and r.status = 'live')`.as(
        "live_build_id",
      ),
    })
    .from(agents)
    .leftJoin(agentPins, pinOf(filter.userId))
    .where(where)
    .orderBy(...inOrder)
    .limit(filter.limit)
    .offset(filter.offset)
    .as("page");
  const latest = db
    .select(revisionFields)
    .from(revisions)
    .leftJoin(users, eq(users.id, revisions.created_by))
    .where(eq(revisions.agent_id, page.id))
    .orderBy(desc(revisions.revision_number))
    .limit(1)
    .as("latest");
  const rows = await db
    .select()
    .from(page)
    .leftJoin(creator, eq(creator.id, page.created_by))
    .leftJoin(updater, eq(updater.id, page.updated_by))
    .leftJoinLateral(latest, sql`true`)
    .orderBy(sql`${page.pinned_at} desc nulls last`, desc(page.updated_at), desc(page.id));
  const listed = rows.map((row) => ({
    ...row.page,
    ...people(row.creator, row.updater),
    latest_build: row.latest && toRevision(row.latest),
  }));
  const signs = await signsOf(db, listed, filter.userId);
  return listed.map((agent) => ({ ...agent, ...(signs.get(agent.id) ?? noSigns) }));
}
