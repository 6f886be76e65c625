import { type SQL, sql } from "drizzle-orm";
import type { CredentialUse, CredentialUses } from "#contract/connections/credential-uses.ts";
import type { Deletion } from "#contract/deletion.ts";
import { agentsUsing, findDeletion } from "#server/agents/deletion/deletion.store.ts";
import type { LeftBehind, Successor } from "#server/engine/revision-part.ts";
import { anyOf } from "#server/platform/db/any-of.ts";
import type { Db } from "#server/platform/db/open.ts";
import { agreeByAttaching, listSuspended } from "./agreements.store.ts";

/** What is attached to a revision itself. A connection is pinned to one of its slots. */
type CredentialKind = "secret" | "login";
type UsedKind = keyof typeof links;
interface Credential {
  readonly id: string;
  readonly user_id: string | null;
}

const links = {
  secret: {
    table: sql.raw("secrets"),
    link: sql.raw("revision_secrets"),
    column: sql.raw("secret_id"),
    title: sql.raw("name"),
    words: "Secret",
  },
  login: {
    table: sql.raw("logins"),
    link: sql.raw("revision_logins"),
    column: sql.raw("login_id"),
    title: sql.raw("domain"),
    words: "Login",
  },
  connection: {
    table: sql.raw("connections"),
    link: sql.raw(
      `(select distinct s.build_id as revision_id, p.connection_id from slot_pins p join revision_slots s on s.id = p.slot_id)`,
    ),
    column: sql.raw("connection_id"),
    title: sql.raw("name"),
    words: "Connection",
  },
};
const maxListed = 200;

/** Returns false when the revision has it already. */
export async function attach(db: Db, kind: CredentialKind, buildId: string, { id, user_id }: Credential, by: string): Promise<boolean> {
  const { link, column } = links[kind];
  const added = await db.execute(
    sql`insert into ${link} (revision_id, ${column}, attached_by) values (${buildId}, ${id}, ${by}) on conflict do nothing returning 1`,
  );
  if (added.rows.length > 0 && user_id !== null) await agreeByAttaching(db, buildId, user_id);
  return added.rows.length > 0;
}

/** Returns false when the revision does not have it. */
export async function detach(db: Db, kind: CredentialKind, buildId: string, id: string): Promise<boolean> {
  const { link, column } = links[kind];
  const gone = await db.execute(sql`delete from ${link} where revision_id = ${buildId} and ${column} = ${id} returning 1`);
  return gone.rows.length > 0;
}

export async function countAttached(db: Db, kind: CredentialKind, buildId: string): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from ${links[kind].link} where revision_id = ${buildId}`);
  return rows[0]?.n ?? 0;
}

/** Takes a credential from every revision. */
export async function detachEverywhere(db: Db, kind: CredentialKind, id: string): Promise<void> {
  const { link, column } = links[kind];
  await db.execute(sql`delete from ${link} where ${column} = ${id}`);
}

/** The agents that a credential is taken from when it is deleted. */
export async function losersOf(
  db: Db,
  kind: UsedKind,
  { id, team_id }: Pick<Credential, "id"> & { team_id: string },
  more: readonly SQL[] = [],
): Promise<Deletion> {
  const { link, column } = links[kind];
  return findDeletion(db, [
    agentsUsing(team_id, sql`exists (select from ${link} l where l.revision_id = r.id and l.${column} = ${id})`),
    ...more,
  ]);
}

/** Revisions of its team's agents that still exist, live ones first. `ownerId`: whose it is, null for the team's. */
export async function usesOf(
  db: Db,
  kind: UsedKind,
  { id, user_id: ownerId, team_id }: Credential & { readonly team_id: string },
): Promise<CredentialUses> {
  const { link, column } = links[kind];
  const { rows } = await db.execute<Omit<CredentialUse, "suspended"> & { total: string }>(sql`
    select a.id as agent_id, a.name as agent_name, r.id as build_id, r.revision_number, r.revision_name, r.status, count(*) over () as total
    from ${link} l join revisions r on r.id = l.revision_id join agents a on a.id = r.agent_id
    where l.${column} = ${id} and a.team_id = ${team_id} and a.deleted_at is null
    order by r.status = 'live' desc, a.name collate "und-x-icu", a.id, r.revision_number desc limit ${maxListed}`);
  const suspended =
    ownerId === null
      ? []
      : await listSuspended(
          db,
          rows.map((row) => row.build_id),
          ownerId,
        );
  const why = new Map(suspended.map((one) => [one.revision_id, one.suspended]));
  const uses = rows.map(({ total: _, ...use }) => ({ ...use, suspended: why.get(use.build_id) ?? null }));
  return { uses, total: Number(rows[0]?.total ?? 0) };
}

/**
 * Gives a further revision what its source has. Another person's personal ones come along within one agent only, and count there once that
 * person has agreed to what is different.
 */
export async function copyAttached(db: Db, kind: CredentialKind, from: string, to: Successor): Promise<void> {
  const { table, link, column } = links[kind];
  await db.execute(sql`
    insert into ${link} (revision_id, ${column}, attached_by, attached_at)
    select ${to.buildId}, l.${column}, l.attached_by, l.attached_at
    from ${link} l join ${table} c on c.id = l.${column} join revisions r on r.id = l.revision_id
    where l.revision_id = ${from} and c.deleted_at is null
      and (c.user_id is null or c.user_id = ${to.userId} or r.agent_id = ${to.agentId})`);
}

/** What the revisions of these agents have, each once for an agent. It is sealed for its team, and some of it is personal. */
export async function leftAttached(db: Db, kind: UsedKind, agentIds: readonly string[]): Promise<LeftBehind> {
  const { table, link, column, title, words } = links[kind];
  const { rows } = await db.execute<Pick<LeftBehind[number], "agent_id" | "agent_name" | "instance_name">>(sql`
    select distinct a.id as agent_id, a.name as agent_name, c.${title} as instance_name
    from agents a join revisions r on r.agent_id = a.id join ${link} l on l.revision_id = r.id join ${table} c on c.id = l.${column}
    where a.id = ${anyOf(agentIds)}`);
  return rows.map((row) => ({ ...row, integration_type: kind, integration_name: words, decision: "needs_reconnect" }));
}

export async function leaveAttached(db: Db, kind: CredentialKind, agentIds: readonly string[]): Promise<void> {
  await db.execute(sql`
    delete from ${links[kind].link} where revision_id in (select id from revisions where agent_id = ${anyOf(agentIds)})`);
}
