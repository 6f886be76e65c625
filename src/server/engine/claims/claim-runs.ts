import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { runs } from "#server/engine/runs.table.ts";
import { unseen } from "#server/platform/db/planned-client.ts";
import { dead, lives, takesOver } from "./liveness.ts";
import { afterEvent, afterWorkerEvent } from "#server/engine/run-state.ts";

const columns = Object.keys(getTableColumns(runs))
  .map((name) => `r.${name}`)
  .join(", ");

const claimed = afterEvent("pending", "claim");
const placed = afterWorkerEvent("place");
/** Instants are stored in milliseconds, so that one of now may lie half of one ahead. */
const isDue = "r.due_at < now() + interval '1 ms'";

const [most, program] = [unseen("$1::int"), unseen("$3::boolean")];
const held = `unnest(${unseen("$4::uuid[]")}, ${unseen("$5::int[]")})`;

/** Runs of what was deleted, and of cases that are deleted with all others of their queue, are interrupted by a job: none of them is taken until that has got to it. */
const ending = (column: string) => `select unnest(j.${column}) from team_jobs j where j.status <> 'done' and j.stops_work`;
const cleared = "select j.queue_id from case_jobs j where j.status = 'running' and j.stops_work";
const goesOn = `r.agent_id <> all(array(${ending("agent_ids")}))
  and (r.case_queue_id is null or r.case_queue_id <> all(array(${ending("queue_ids")} union all ${cleared})))`;

/**
 * Takes at most $1 runs for the worker $2, programs or others ($3). Teams take turns: a team's next run counts as many places further back as
 * it has runs in work here ($4 and $5) or in front of that one. Every team's first due runs are looked at, some more than are needed: other
 * processes take some of them. A program begins once it has a place in a sandbox; a model needs none, so its run is placed with the claim.
 */
const claim = (lost: string, due: string) => `with recursive teams_due as (
    (select team_id from runs where due_at is not null and program = ${program} order by team_id limit 1)
    union all
    select (select r.team_id from runs r where r.due_at is not null and r.program = ${program} and r.team_id > t.team_id order by r.team_id limit 1)
    from teams_due t where t.team_id is not null),
  candidates as materialized (
    select c.id, c.due_at, row_number() over (partition by t.team_id order by c.due_at, c.id) + coalesce(h.n, 0) as place
    from teams_due t left join ${held} h(team_id, n) on h.team_id = t.team_id cross join lateral (
      select r.id, r.due_at from runs r where r.program = ${program} and r.team_id = t.team_id and ${isDue} and ${goesOn}
      order by r.due_at, r.id limit greatest(2, 4 * ${most} / (select count(*) from teams_due))) c
    where ${lives}),
  ${lost}waiting as (
    select r.id, r.build_id, r.agent_id, null::uuid as worker_id from candidates c join runs r on r.id = c.id where ${isDue}
    order by c.place, c.due_at, c.id limit ${most} for update of r skip locked),
  due as (${due})
  update runs r set status = case when r.program then '${claimed}' else '${placed}' end, lease = r.lease + 1, claims = r.claims + 1,
    worker_id = $2, next_attempt_at = null, started_at = coalesce(r.started_at, now()), updated_at = now()
  from due left join revisions b on b.id = due.build_id join agents a on a.id = due.agent_id
    left join lateral (
      select revision_fingerprint(b.id) as fingerprint, revision_inputs(a.team_id, b.config) as inputs
      where exists (select from revision_secrets s where s.revision_id = b.id)
        or exists (select from revision_logins l where l.revision_id = b.id)
        or exists (select from revision_slots s join slot_pins p on p.slot_id = s.id where s.build_id = b.id)
      -- A subquery of its own: what it selects is read only where its condition holds.
      offset 0) seen on true
  where r.id = due.id returning ${columns}, b.config, b.handover_target_ids, b.handover_to, b.sub_agent_ids,
    a.agentic_memory_enabled as memory, seen.fingerprint, seen.inputs,
    exists (select from revision_slots s where s.build_id = b.id) as has_slots,
    due.worker_id as taken_from`;

const lost = `lost as (
    select id, build_id, agent_id, worker_id from runs r where worker_id in (${dead}) and program = ${program} and ${goesOn} and ${takesOver} limit ${most} for update skip locked),
  `;

/** Whether a claim may find some. Team by team: however many of one wait out a fault, no more are looked at. */
export const dueRuns = (programs: boolean): SQL =>
  sql.raw(`(exists (select from runs r where r.program = ${programs} and r.worker_id in (${dead})) or exists (
    with recursive teams_due as (
      (select team_id from runs where due_at is not null and program = ${programs} order by team_id limit 1)
      union all
      select (select r.team_id from runs r where r.due_at is not null and r.program = ${programs} and r.team_id > t.team_id order by r.team_id limit 1)
      from teams_due t where t.team_id is not null)
    select from teams_due t cross join lateral (
      select from runs r where r.program = ${programs} and r.team_id = t.team_id and ${isDue} limit 1) r))`);

/** Those of dead workers first. */
export const claimRuns = claim(lost, `select * from lost union all select * from waiting limit ${most}`);
/** Without those of dead workers: half as much for the store to look at. */
export const claimDueRuns = claim("", "select * from waiting");
