import { and, count, desc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { AgentHealth, HealthGroup } from "#contract/agents/agent-health.ts";
import type { AgentRow } from "#contract/agents/agents.ts";
import { contains } from "#server/platform/db/letters.ts";
import type { Db } from "#server/platform/db/open.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import { agentPins, agents, revisions } from "./agents.table.ts";
import { users } from "#server/teams/teams.table.ts";
import { revisionFields, toRevision } from "#server/agents/revisions/revisions.store.ts";
import { creator, updater, agentFields, people } from "./agents.store.ts";
import { pageByHealth } from "./agent-health.store.ts";
import { noSigns, signsOf } from "./agent-signs.store.ts";
import { doesWhat } from "./agent-words.ts";

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
/** Grouped by health; undefined: in one row. `only`: one group. */
interface ByHealth {
  readonly seesAll: boolean;
  readonly only?: HealthGroup | undefined;
}
interface Listed {
  agents: AgentRow[];
  total: number;
  health: Record<HealthGroup, number> | null;
}

export async function listAgentRows(db: Db, filter: AgentPage, byHealth?: ByHealth): Promise<Listed> {
  const where = conditions(filter);
  if (byHealth) return inSnapshot(db, (at) => listByHealth(at, filter, byHealth));
  const [rows, [counted]] = await inSnapshot(db, (at) =>
    Promise.all([selectPage(at, filter, where), at.select({ total: count() }).from(agents).where(where)]),
  );
  return { agents: rows, total: counted?.total ?? 0, health: null };
}

async function listByHealth(db: Db, filter: AgentPage, { seesAll, only }: ByHealth): Promise<Listed> {
  const { teamId, userId, limit, offset } = filter;
  const { ids, health, groups } = await pageByHealth(db, { teamId, userId, seesAll }, { listed: placed(filter), only, limit, offset });
  const total = only === undefined ? groups.attention + groups.healthy + groups.idle : groups[only];
  return { agents: await readAgentRows(db, userId, ids, health), total, health: groups };
}

/** The ids of a list, in its order, with their health where it is grouped by that; `most` of them at most. */
export async function listAgentIds(db: Db, filter: AgentQuery, most: number, byHealth?: ByHealth) {
  if (byHealth) {
    const { teamId, userId } = filter;
    const { seesAll, only } = byHealth;
    return pageByHealth(db, { teamId, userId, seesAll }, { listed: placed(filter), only, limit: most, offset: 0 });
  }
  const rows = await db
    .select({ id: agents.id })
    .from(agents)
    .leftJoin(agentPins, pinOf(filter.userId))
    .where(conditions(filter))
    .orderBy(...inOrder(filter))
    .limit(most);
  return { ids: rows.map(({ id }) => id), health: none };
}

const none: ReadonlyMap<string, AgentHealth> = new Map();

/** Those of the agents that still exist, in this order. */
export async function readAgentRows(
  db: Db,
  userId: string,
  ids: readonly string[],
  health: ReadonlyMap<string, AgentHealth> = none,
): Promise<AgentRow[]> {
  const where = and(inArray(agents.id, [...ids]), isNull(agents.deleted_at));
  const rows = await selectPage(db, { userId, limit: ids.length, offset: 0 }, where);
  const known = new Map(rows.map((row) => [row.id, { ...row, health: health.get(row.id) ?? null }]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** Every agent of a list with its place in it. */
function placed(filter: AgentQuery): SQL {
  return sql`select ${agents.id} as id, row_number() over (order by ${sql.join(inOrder(filter), sql`, `)}) as place
    from ${agents} left join ${agentPins} on ${pinOf(filter.userId)} where ${conditions(filter)}`;
}

function conditions({ teamId, search, automationId, folderId }: AgentQuery): SQL | undefined {
  return and(
    eq(agents.team_id, teamId),
    isNull(agents.deleted_at),
    search === undefined ? undefined : or(contains(agents.name, search), doesWhat(sql`${agents.id}`, search)),
    automationId === undefined ? undefined : eq(agents.automation_id, automationId),
    folderId === undefined ? undefined : inFolder(folderId),
  );
}

const pinOf = (userId: string) => and(eq(agentPins.agent_id, agents.id), eq(agentPins.user_id, userId));
/** Whose name is looked for comes before what only does it. */
const inOrder = ({ search }: Pick<AgentQuery, "search">): SQL[] => [
  ...(search ? [sql`${contains(agents.name, search)} desc`] : []),
  sql`${agentPins.pinned_at} desc nulls last`,
  desc(agents.updated_at),
  desc(agents.id),
];

function inFolder(folder: string): SQL {
  return folder === "root" ? isNull(agents.folder_id) : eq(agents.folder_id, folder);
}

/** Cuts the page out first: configurations are read for its rows only. */
async function selectPage(
  db: Db,
  filter: Pick<AgentPage, "userId" | "search" | "limit" | "offset">,
  where: SQL | undefined,
): Promise<AgentRow[]> {
  const page = db
    .select({
      ...agentFields,
      last_run_at: agents.last_run_at,
      created_by: agents.created_by,
      updated_by: agents.updated_by,
      pinned_at: agentPins.pinned_at,
      place: sql<number>`row_number() over (order by ${sql.join(inOrder(filter), sql`, `)})`.as("place"),
      live_build_id: sql<string | null>`(select r.id from ${revisions} r where r.agent_id = ${agents.id} and r.status = 'live')`.as(
        "live_build_id",
      ),
    })
    .from(agents)
    .leftJoin(agentPins, pinOf(filter.userId))
    .where(where)
    .orderBy(...inOrder(filter))
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
    .orderBy(page.place);
  const listed = rows.map(({ page: { place: _, ...agent }, ...row }) => ({
    ...agent,
    ...people(row.creator, row.updater),
    latest_build: row.latest && toRevision(row.latest),
  }));
  const signs = await signsOf(db, listed, filter.userId);
  return listed.map((agent) => ({ ...agent, ...(signs.get(agent.id) ?? noSigns), health: null }));
}
