import { sql } from "drizzle-orm";
import type { JoinRequest } from "#contract/teams/join-requests.ts";
import { withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";

export async function insertRequest(db: Db, teamId: string, userId: string): Promise<void> {
  await db.execute(sql`insert into join_requests (team_id, user_id) values (${teamId}, ${userId}) on conflict do nothing`);
}

/** Of people who are in the organization still. */
export async function listRequests(db: Db, teamId: string): Promise<JoinRequest[]> {
  const { rows } = await db.execute<JoinRequest & Record<string, unknown>>(sql`
    select u.id, u.name, u.email, r.created_at from join_requests r join teams t on t.id = r.team_id join users u on u.id = r.user_id
    join organization_members om on om.organization_id = t.organization_id and om.user_id = u.id
    where r.team_id = ${teamId} order by r.created_at, u.id limit 200`);
  return rows.map((row) => withInstants(row, "created_at"));
}

/** Returns whether there was one, of somebody who is in the organization still. */
export async function deleteRequest(db: Db, teamId: string, userId: string): Promise<boolean> {
  const { rows } = await db.execute<{ stays: boolean }>(sql`
    delete from join_requests r using teams t where r.team_id = ${teamId} and r.user_id = ${userId} and t.id = r.team_id
    returning exists (select from organization_members om where om.organization_id = t.organization_id and om.user_id = ${userId}) as stays`);
  return rows[0]?.stays ?? false;
}
