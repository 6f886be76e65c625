import { sql } from "drizzle-orm";
import { isoInstant } from "#server/platform/db/columns.ts";
import { cause } from "./cause.ts";
import { endingOf } from "./endings.ts";
import { said } from "./cause-words.ts";
import { type ReadCauses, rowsOf } from "./read-causes.ts";

export const ofSuggestions: ReadCauses<"suggestion.made"> = async (db, events) => {
  const { rows } = await db.execute<{ at: string; id: string; title: string; agent_id: string; team_id: string; agent: string }>(sql`
    select e.created_at as at, s.id, s.title, a.id as agent_id, a.team_id, a.name as agent
    from ${rowsOf(events)} join suggestions s on s.id = e.subject_id join agents a on a.id = s.agent_id
    where s.status = 'pending' and a.deleted_at is null order by e.n`);
  return rows.map(({ at, id, agent_id, team_id, ...one }) =>
    cause({
      team_id,
      agent_id,
      at: isoInstant(at),
      type: "config_proposal",
      severity: "info",
      key: `suggestion ${id}`,
      ends: endingOf.suggestion(id),
      creator: true,
      ...said.suggested(one),
    }),
  );
};

export const ofGenerations: ReadCauses<"revision.generation_waiting"> = async (db, events) => {
  const { rows } = await db.execute<{
    at: string;
    id: string;
    build_id: string;
    asks: boolean;
    user_id: string | null;
    agent_id: string;
    team_id: string;
    agent: string;
    summary: string | null;
  }>(sql`
    select e.created_at as at, b.id, b.build_id, b.status = 'waiting_for_input' as asks, b.user_id, b.summary, a.id as agent_id, a.team_id, a.name as agent
    from ${rowsOf(events)} join builder_runs b on b.id = (e.data ->> 'builder_run_id')::uuid join agents a on a.id = b.agent_id
    where b.status in ('waiting_for_input', 'waiting_for_approve') and a.deleted_at is null order by e.n`);
  return rows.map(({ at, id, user_id, agent_id, team_id, build_id, ...one }) =>
    cause({
      team_id,
      agent_id,
      build_id,
      at: isoInstant(at),
      type: "config_proposal",
      severity: "info",
      key: `generation ${id} ${one.asks}`,
      ends: endingOf.generation(id),
      people: [user_id],
      ...said.generationWaits(one),
    }),
  );
};
