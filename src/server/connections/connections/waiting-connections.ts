import { sql } from "drizzle-orm";
import { atLeast } from "#contract/roles.ts";
import type { WaitingPart } from "#server/engine/waiting-part.ts";

/** A person's own, and what is shared for those who look after it. */
export const waitingConnections: WaitingPart = {
  kind: "connection",
  rows({ teamId, userId, role }) {
    const shared = atLeast(role, "team:manager") ? sql`or user_id is null` : sql``;
    return sql`select id, name as title, server_url as about, null::uuid as agent_id, broken_at as since
        from connections where team_id = ${teamId} and broken_at is not null and (user_id = ${userId} ${shared})`;
  },
};
