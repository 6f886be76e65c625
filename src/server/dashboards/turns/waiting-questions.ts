import { sql } from "drizzle-orm";
import type { WaitingPart } from "#server/engine/waiting-part.ts";

/** What an agent asks whoever asked it, about a version that is still shown, as long as they can edit the dashboard. */
export const waitingQuestions: WaitingPart = {
  kind: "dashboard",
  rows: ({ teamId, userId }) => sql`select a.id, t.questions -> 0 ->> 'question' as title, coalesce(a.title, 'New dashboard') as about,
      null::uuid as agent_id, t.completed_at as since
    from artifact_turns t join artifacts a on a.id = t.artifact_id
    where t.team_id = ${teamId} and t.author_user_id = ${userId} and t.status = 'waiting_for_input'
      and coalesce(t.result_revision_id, t.base_revision_id) is not distinct from a.current_revision_id
      and (a.created_by_user_id = ${userId} or (a.visibility <> 'private' and a.publish_permission = 'edit'))`,
};
