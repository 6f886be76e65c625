import { type SQL, sql } from "drizzle-orm";

/**
 * The member whom a row of `clarity_people` names, or null: an address is that of a member from when its person joined the organization of the
 * process. `alias`: what the row is called in the statement.
 */
export function memberNamed(alias: string): SQL<string | null> {
  const row = sql.raw(alias);
  return sql<string | null>`coalesce(${row}.user_id, (select m.user_id from clarity_processes o join teams t on t.id = o.team_id
    join organization_members m on m.organization_id = t.organization_id join users u on u.id = m.user_id
    where o.id = ${row}.process_id and u.email = ${row}.email))`;
}
