import { type SQL, sql } from "drizzle-orm";
import { atLeast } from "#contract/roles.ts";
import type { Waiter, WaitingPart } from "#server/engine/waiting-part.ts";

/** By the rule of the contract about who can be asked. */
function seenBy({ userId, role }: Pick<Waiter, "userId" | "role">): SQL {
  if (atLeast(role, "team:manager")) return sql`true`;
  return atLeast(role, "team:member") ? sql`(p.visibility = 'team' or p.user_id = ${userId})` : sql`p.visibility = 'team'`;
}

/** What somebody is asked to tell of a process: one thing for each process, with what waits longest. A proposal that nobody sees asks nothing. */
export const waitingCaptures: WaitingPart = {
  kind: "capture",
  rows: ({
    teamId,
    userId,
    role,
  }) => sql`select distinct on (p.id) p.id, r.gap as title, p.name as about, null::uuid as agent_id, r.updated_at as since
    from clarity_requests r join clarity_processes p on p.id = r.process_id left join clarity_captures c on c.id = r.capture_id
    where p.team_id = ${teamId} and r.requested_user_id = ${userId} and r.resolved_at is null and c.status is distinct from 'complete'
      and ${seenBy({ userId, role })}
      and exists (select from clarity_snapshots s where s.process_id = p.id and s.kind = 'transformation_proposal' and s.archived_at is null
        and s.status in ('live', 'draft') and position(r.id::text in s.data::text) > 0)
    order by p.id, r.updated_at, r.id`,
};
