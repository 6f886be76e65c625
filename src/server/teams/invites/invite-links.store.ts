import { sql } from "drizzle-orm";
import type { LinkJoiner } from "#contract/teams/invite-links.ts";
import { newId, withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";

interface LinkRow {
  readonly id: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly max_uses: number;
  readonly uses: number;
}

const columns = sql.raw("id, created_at, expires_at, max_uses, uses");
const linkOf = (row: LinkRow): LinkRow => withInstants(row, "created_at", "expires_at");

export async function findLink(db: Db, teamId: string): Promise<LinkRow | undefined> {
  const { rows } = await db.execute<LinkRow & Record<string, unknown>>(sql`select ${columns} from invite_links where team_id = ${teamId}`);
  return rows[0] && linkOf(rows[0]);
}

/** The newest hundred who are in the team by this link. */
export async function findJoiners(db: Db, teamId: string, linkId: string): Promise<LinkJoiner[]> {
  const { rows } = await db.execute<LinkJoiner & Record<string, unknown>>(sql`
    select u.id, nullif(u.name, '') as name, u.email, m.created_at as joined_at from team_members m join users u on u.id = m.user_id
    where m.team_id = ${teamId} and m.joined_by_link = ${linkId} order by m.created_at desc, u.id limit 100`);
  return rows.map((row) => withInstants(row, "joined_at"));
}

/** A new link; the one before ends. */
export async function replaceLink(db: Db, teamId: string, userId: string, maxUses: number, expiresAt: string): Promise<LinkRow> {
  const { rows } = await db.execute<LinkRow & Record<string, unknown>>(sql`
    insert into invite_links (team_id, id, created_by, max_uses, expires_at)
    values (${teamId}, ${newId()}, ${userId}, ${maxUses}, ${expiresAt})
    on conflict (team_id) do update set id = excluded.id, created_by = excluded.created_by, created_at = now(), uses = 0,
      max_uses = excluded.max_uses, expires_at = excluded.expires_at returning ${columns}`);
  const [row] = rows;
  if (!row) throw new Error("The link was not stored");
  return linkOf(row);
}

export async function deleteLink(db: Db, teamId: string): Promise<void> {
  await db.execute(sql`delete from invite_links where team_id = ${teamId}`);
}

export interface LinkedTeam {
  readonly team_id: string;
  readonly team_name: string;
  readonly organization_id: string;
  readonly organization_name: string;
  readonly invited_by_name: string | null;
}

/** Lets one more in, of all who try at the same time as many as it has room for. Held: nobody ends it before the joining is through. */
export async function takeLink(db: Db, id: string, now: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`update invite_links set uses = uses + 1 where id = ${id} and uses < max_uses and expires_at > ${now} returning id`,
  );
  return rows.length > 0;
}

/** The team of a link; undefined once it was replaced, has ended or is used up. */
export async function teamOfLink(db: Db, id: string, now: string): Promise<LinkedTeam | undefined> {
  const { rows } = await db.execute<LinkedTeam & Record<string, unknown>>(sql`
    select t.id as team_id, t.name as team_name, o.id as organization_id, o.name as organization_name, u.name as invited_by_name
    from invite_links l join teams t on t.id = l.team_id join organizations o on o.id = t.organization_id
    left join users u on u.id = l.created_by where l.id = ${id} and l.uses < l.max_uses and l.expires_at > ${now}`);
  return rows[0];
}
