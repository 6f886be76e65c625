import { type SQL, sql } from "drizzle-orm";

/** Grants that count: those in organizations that let teams use connections of each other. */
const counting = sql`connection_grants g join teams gt on gt.id = g.team_id join connection_sharing gs on gs.organization_id = gt.organization_id`;

/** Whether a connection `c` is there for a team: its own, or granted to it. Whose it is within its own team is another question. */
export function serves(teamId: SQL | string): SQL {
  return sql`(c.team_id = ${teamId} or exists (select from ${counting} where g.connection_id = c.id and g.team_id = ${teamId}))`;
}

/** The other teams that a connection is there for. */
export function granteesOf(connectionId: SQL | string): SQL {
  return sql`select g.team_id from ${counting} where g.connection_id = ${connectionId}`;
}

/** The ids of what other teams let a team use. */
export function grantedTo(teamId: string): SQL {
  return sql`select g.connection_id from ${counting} where g.team_id = ${teamId}`;
}
