import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Agent } from "#contract/agents/agents.ts";
import type { Revision } from "#contract/agents/revisions.ts";
import { newId, recordOf } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { waitsBriefly } from "#server/platform/db/patience.ts";
import { recorded } from "#server/platform/events/record.ts";
import { agentPins, agents, revisions } from "./agents.table.ts";
import { users } from "#server/teams/teams.table.ts";
import type { Peers } from "#server/agents/revisions/peers.store.ts";
import { type RevisionRecord, toRevision } from "#server/agents/revisions/revisions.store.ts";

export type AgentRecord = typeof agents.$inferSelect;

export const creator = alias(users, "creator");
export const updater = alias(users, "updater");
type UserRecord = typeof users.$inferSelect;

/** The columns that go over the wire as they are. */
export const agentFields = {
  id: agents.id,
  name: agents.name,
  type: agents.type,
  slack_enabled: agents.slack_enabled,
  microsoft_teams_enabled: agents.microsoft_teams_enabled,
  agentic_memory_enabled: agents.agentic_memory_enabled,
  team_id: agents.team_id,
  thread_id: agents.thread_id,
  folder_id: agents.folder_id,
  automation_id: agents.automation_id,
  created_at: agents.created_at,
  updated_at: agents.updated_at,
};

export function people(created: UserRecord | null, updated: UserRecord | null): Pick<Agent, "created_by" | "updated_by"> {
  return { created_by: person(created), updated_by: person(updated) };
}

function person(user: UserRecord | null): Agent["created_by"] {
  return user && { id: user.id, name: user.name, email: user.email };
}

/** An agent and when this person pinned it. */
export async function findAgent(db: Db, agentId: string, userId: string): Promise<{ agent: Agent; pinned_at: string | null } | undefined> {
  const [row] = await db
    .select({ agent: agentFields, creator, updater, pinned_at: agentPins.pinned_at })
    .from(agents)
    .leftJoin(creator, eq(creator.id, agents.created_by))
    .leftJoin(updater, eq(updater.id, agents.updated_by))
    .leftJoin(agentPins, and(eq(agentPins.agent_id, agents.id), eq(agentPins.user_id, userId)))
    .where(and(eq(agents.id, agentId), isNull(agents.deleted_at)));
  return row && { agent: { ...row.agent, ...people(row.creator, row.updater) }, pinned_at: row.pinned_at };
}

/**
 * Stores an agent, with its first revision if it has one (live, or in an automation a draft), in one statement, and returns both as they go
 * over the wire. The statement's text is always the same: building it anew took a quarter of the request. It tells of the agent itself.
 */
export async function insertAgent(
  db: Db,
  record: Pick<AgentRecord, "team_id" | "name" | "type" | "type_open" | "thread_id" | "automation_id">,
  first: FirstRevision | undefined,
  userId: string,
): Promise<{ agent: Agent; build: Revision | null }> {
  const { name, config, parent_build_id, handover_target_ids = [], handover_to = null, sub_agent_ids = [] } = first ?? none;
  const { rows } = await db.execute<Made>(sql`
    with made as (
      insert into agents (id, team_id, name, type, type_open, thread_id, automation_id, created_by, updated_by)
      select ${newId()}::uuid, ${record.team_id}::uuid, ${record.name}, ${record.type}, ${record.type_open}, ${record.thread_id}::uuid,
        ${record.automation_id}::uuid, u.id, u.id from users u where u.id = ${userId}${waitsBriefly()} returning *),
    built as (
      insert into revisions (id, agent_id, name, config, parent_build_id, handover_target_ids, handover_to, sub_agent_ids, status,
        revision_number, created_by)
      select ${newId()}::uuid, id, ${name}, ${JSON.stringify(config)}::jsonb, ${parent_build_id}::uuid,
        ${sql.param(handover_target_ids)}::uuid[], ${handover_to}::uuid, ${sql.param(sub_agent_ids)}::uuid[],
        case when automation_id is null then 'live' else 'draft' end, 1, created_by
      from made where ${first !== undefined} returning *),
    told as (${recorded(sql`made`, {
      type: "agent.created",
      team: sql`team_id`,
      actor: { kind: "user", id: sql`created_by` },
      subject: sql`id`,
      data: {},
    })})
    select to_jsonb(made) as made, to_jsonb(built) as built, u.name, u.email
    from made join users u on u.id = made.created_by left join built on true`);
  const [row] = rows;
  if (!row) throw new Error("insert returned no agent");
  const made = recordOf(agents, row.made);
  const by = { id: userId, name: row.name, email: row.email };
  const agent = Object.fromEntries(Object.keys(agentFields).map((key) => [key, made[key as keyof AgentRecord]])) as AgentColumns;
  return {
    agent: { ...agent, created_by: by, updated_by: by },
    build: row.built && toRevision({ ...recordOf(revisions, row.built), created_by_name: row.name }),
  };
}

interface Made extends Record<string, unknown> {
  made: Record<string, unknown>;
  built: Record<string, unknown> | null;
  name: string;
  email: string;
}
type AgentColumns = Pick<AgentRecord, keyof typeof agentFields>;
const none: FirstRevision = { name: "", config: null, parent_build_id: null };

/** What the creator of an agent says of its first revision. */
export type FirstRevision = Pick<RevisionRecord, "name" | "config" | "parent_build_id"> & Partial<Peers>;

/** An agent for a decision about who may see what of it. Undefined when it does not exist (any more). */
export async function findAgentRecord(db: Db, agentId: string): Promise<AgentRecord | undefined> {
  const [row] = await db
    .select()
    .from(agents)
    .where(and(eq(agents.id, agentId), isNull(agents.deleted_at)));
  return row;
}

/**
 * Locks an agent for a change of it or of its revisions. `no key update` makes changes wait for each other while runs of the agent can
 * still be started; `update` makes those wait too. Undefined when it does not exist (any more).
 */
export async function lockAgent(
  db: Db,
  agentId: string,
  mode: "no key update" | "update" = "no key update",
): Promise<AgentRecord | undefined> {
  const [row] = await db
    .select()
    .from(agents)
    .where(and(eq(agents.id, agentId), isNull(agents.deleted_at)))
    .for(mode);
  return row;
}

/** As {@link lockAgent}, for the agent that a revision belongs to. */
export async function lockAgentOf(db: Db, buildId: string): Promise<AgentRecord | undefined> {
  const [row] = await db
    .select(getTableColumns(agents))
    .from(agents)
    .innerJoin(revisions, eq(revisions.agent_id, agents.id))
    .where(and(eq(revisions.id, buildId), isNull(agents.deleted_at)))
    .for("no key update", { of: agents });
  return row;
}

export type AgentPatch = Partial<
  Pick<AgentRecord, "name" | "slack_enabled" | "microsoft_teams_enabled" | "agentic_memory_enabled" | "thread_id">
>;

/** The first revision of an agent that was made by name alone says what kind of step it is. */
export async function settleType(db: Db, agent: AgentRecord, type: AgentRecord["type"]): Promise<AgentRecord> {
  if (!agent.type_open) return agent;
  await db.update(agents).set({ type, type_open: false }).where(eq(agents.id, agent.id));
  return { ...agent, type, type_open: false };
}

/** Changes an agent, or with an empty patch notes that a revision of it changed. */
export async function patchAgent(db: Db, agentId: string, userId: string, patch: AgentPatch = {}): Promise<void> {
  await db
    .update(agents)
    .set({ ...patch, updated_by: userId, updated_at: sql`now()` })
    .where(eq(agents.id, agentId));
}

/** Pins belong to a person and change nothing about the agent. Pinning again keeps the first time. */
export async function setPin(db: Db, agentId: string, userId: string, pinned: boolean): Promise<void> {
  if (pinned) await db.insert(agentPins).values({ agent_id: agentId, user_id: userId }).onConflictDoNothing();
  else await db.delete(agentPins).where(and(eq(agentPins.agent_id, agentId), eq(agentPins.user_id, userId)));
}

/** Keeps the row, and with it the revisions, for past runs. */
export async function markDeleted(db: Db, agentId: string, userId: string): Promise<void> {
  await db.delete(agentPins).where(eq(agentPins.agent_id, agentId));
  await db
    .update(agents)
    .set({ deleted_at: sql`now()`, updated_by: userId, folder_id: null })
    .where(eq(agents.id, agentId));
}
