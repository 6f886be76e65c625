import { type SQL, sql } from "drizzle-orm";

/** The events `e` that came from a webhook source or a connection, as the index of them has it. */
export function ofSource(id: string): SQL {
  return sql`e.source_id = ${id} and e.source_id <> e.team_id`;
}

/** The triggers `t` that listen to a webhook source, as the index of them has it. */
export function listensTo(id: SQL): SQL {
  return sql`t.integration_instance_id = ${id} and t.integration_slug = 'webhook'`;
}
