import { type SQL, sql } from "drizzle-orm";
import type { ProcessStage } from "#contract/clarity/process-stages.ts";

const version = (process: SQL, kind: string) => sql`exists (select from clarity_snapshots s where s.process_id = ${process}
  and s.kind = ${sql.raw(`'${kind}'`)} and s.status <> 'generating' and s.archived_at is null)`;

/**
 * SQL of how far a process is, by what there is of it: a generation that was stopped has described nothing. `process`: its id; `legacy`: whether its
 * former analysis describes it.
 */
export function stageOf(process: SQL, legacy: SQL): SQL<ProcessStage> {
  const handedOver = sql`clarity_automations m join clarity_processes p on p.id = m.process_id
    join agents a on a.id = m.agent_id and a.team_id = p.team_id and a.deleted_at is null`;
  return sql<ProcessStage>`case
    when exists (select from ${handedOver} join revisions f on f.id = m.build_id
      join runs r on r.agent_id = m.agent_id and r.created_at >= f.first_live_at and r.status in ('completed', 'failed')
      join revisions b on b.id = r.build_id and b.first_live_at <= r.created_at where m.process_id = ${process}) then 'measured'
    when exists (select from ${handedOver} where m.process_id = ${process}) then 'handed_over'
    when ${version(process, "transformation_proposal")} then 'proposed'
    when ${version(process, "current_process")} or ${legacy} then 'described'
    when exists (select from clarity_captures c where c.process_id = ${process} and c.status <> 'pending') then 'captured'
    else 'none' end`;
}
