import { sql } from "drizzle-orm";
import { newId, withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";

interface LinkRow {
  readonly id: string;
  readonly created_at: string;
}

export async function findLink(db: Db, teamId: string): Promise<LinkRow | undefined> {
  const { rows } = await db.execute<LinkRow & Record<string, unknown>>(
    sql`select id, created_at from invite_links where team_id = ${teamId}`,
  );
  return rows[0] && withInstants(rows[0], "created_at");
}

/** A new link; the one before ends. */
export async function replaceLink(db: Db, teamId: string, userId: string): Promise<LinkRow> {
  const { rows } = await db.execute<LinkRow & Record<string, unknown>>(sql`
    insert into invite_links (team_id, id, created_by) values (${teamId}, ${newId()}, ${userId})
    on conflict (team_id) do update set id = excluded.id, created_by = excluded.created_by, created_at = now() returning id, created_at`);
  const [row] = rows;
  if (!row) throw new Error("The link was not stored");
  return withInstants(row, "created_at");
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

/** The team of a link; undefined once it was replaced or ended. Held, so that nobody ends it before the joining is through. */
export async function teamOfLink(db: Db, id: string, hold = false): Promise<LinkedTeam | undefined> {
  const { rows } = await db.execute<LinkedTeam & Record<string, unknown>>(sql`
    select t.id as team_id, t.name as team_name, o.id as organization_id, o.name as organization_name, u.name as invited_by_name
    from invite_links l join teams t on t.id = l.team_id join organizations o on o.id = t.organization_id
    left join users u on u.id = l.created_by where l.id = ${id} ${hold ? sql`for share of l` : sql``}`);
  return rows[0];
}
