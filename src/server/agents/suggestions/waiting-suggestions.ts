import { sql } from "drizzle-orm";
import { mayChangeAgent } from "#contract/agents/rights.ts";
import type { WaitingPart } from "#server/engine/waiting-part.ts";

/** For those who may change their agent. */
export const waitingSuggestions: WaitingPart = {
  kind: "suggestion",
  rows({ teamId, userId, role }) {
    const who = { userId, role };
    if (!mayChangeAgent({ created_by: userId }, who)) return undefined;
    const whose = mayChangeAgent({ created_by: null }, who) ? sql`true` : sql`a.created_by = ${userId}`;
    return sql`select s.id, s.title, a.name as about, a.id as agent_id, s.created_at as since
        from suggestions s join agents a on a.id = s.agent_id join revisions r on r.id = s.build_id
        where a.team_id = ${teamId} and a.deleted_at is null and ${whose} and s.status = 'pending' and r.status = 'live'
          and exists (select from eval_rubrics e where e.build_id = r.id and e.slug = s.rubric_slug and e.deleted_at is null)`;
  },
};
