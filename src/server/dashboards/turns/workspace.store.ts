import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";

/** Names of each kind that a model is told; further ones it does not know of. */
const mostNames = 200;

export interface Listed {
  readonly id: string;
  readonly name: string;
}

/** Agents and queues of a team, each in the order in which they were made, and its people where the reader sees their runs. */
export async function namesOfTeam(
  db: Db,
  teamId: string,
  userId: string | null,
): Promise<{ agents: Listed[]; queues: Listed[]; people: Listed[] }> {
  const read = async (rows: ReturnType<typeof sql>) => (await db.execute<Listed & Record<string, unknown>>(rows)).rows;
  return {
    agents: await read(sql`select id, name from agents where team_id = ${teamId} and deleted_at is null order by id limit ${mostNames}`),
    queues: await read(sql`select id, coalesce(revision_name, queues.name) as name from queues
      where team_id = ${teamId} and deleted_at is null order by id limit ${mostNames}`),
    people: await read(sql`select u.id, coalesce(u.name, u.email) as name from users u
      where u.id = ${userId ?? sql`any(select user_id from team_members where team_id = ${teamId})`} order by u.id limit ${mostNames}`),
  };
}
