import { sql } from "drizzle-orm";
import { isEnough } from "#contract/rights.ts";
import { listJoinRequests } from "#contract/teams/join-requests.ts";
import type { WaitingPart } from "#server/engine/waiting-part.ts";

export const waitingJoinRequests: WaitingPart = {
  kind: "join_request",
  rows({ teamId, role }) {
    if (!isEnough(listJoinRequests, role)) return undefined;
    return sql`select u.id, u.name as title, u.email as about, null::uuid as agent_id, r.created_at as since
        from join_requests r join teams t on t.id = r.team_id join users u on u.id = r.user_id
        join organization_members om on om.organization_id = t.organization_id and om.user_id = u.id where r.team_id = ${teamId}`;
  },
};
