import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { parseExact } from "#contract/exact-json.ts";
import { seesAllSchedules } from "#contract/schedules/rights.ts";
import { type EventFacts, type TriggerFilter, type UnmatchedField, unmatched } from "#contract/schedules/trigger-filter.ts";
import { type MatchOutcome, type TriggerType, maxTriggerHops, slugOf } from "#contract/schedules/trigger-words.ts";
import { granteesOf } from "#server/connections/grants/serves.ts";
import type { Db } from "#server/platform/db/open.ts";
import { mayListen } from "#server/schedules/looks/listening.ts";
import { joinOwner, type OwnerRoles, ownerRoles, roleOf } from "#server/schedules/owner-role.ts";

const triggersAtOnce = 10;

interface Event {
  readonly id: string;
  readonly type: TriggerType;
  readonly facts: EventFacts;
  readonly run_id: string | null;
  /** Of another service. */
  readonly content: string | null;
}

interface Listening extends OwnerRoles {
  readonly id: string;
  readonly user_id: string;
  readonly team_id: string;
  readonly agent_id: string;
  readonly filter_config: TriggerFilter;
}

export interface Cause {
  /** Triggers that led to the event without another one in between. */
  readonly triggers: readonly string[];
  readonly hops: number;
}

/** A trigger that got a row, and whose it is. */
export interface Matched {
  readonly id: string;
  readonly teamId: string;
  readonly userId: string;
}

/** Decides for each trigger that listens what comes of an event, in one transaction. Undefined when another process does. */
export async function matchEvent(tx: Db, id: string): Promise<readonly Matched[] | undefined> {
  const { rows } = await tx.execute(sql`
    select id, type, facts, run_id, content from trigger_events where id = ${id} and matched_at is null for update skip locked`);
  const event = rows[0] as unknown as Event | undefined;
  if (!event) return undefined;
  const cause = await causeOf(tx, event.run_id);
  const payload: unknown = event.content === null ? undefined : parseExact(event.content);
  const triggers = await listeners(tx, event);
  const found: ({ readonly trigger_id: string } & Outcome)[] = [];
  for (const [at, trigger] of triggers.entries()) {
    // Others are answered in between: an event may be large, and may have many triggers.
    if (at > 0 && at % triggersAtOnce === 0) await setImmediate();
    found.push({ trigger_id: trigger.id, ...outcomeOf(trigger, event, unmatched(trigger.filter_config, event.facts, payload), cause) });
  }
  await tx.execute(sql`
    insert into trigger_matches (event_id, trigger_id, outcome, failing_field, unmatched, hops, next_attempt_at, occurred_at)
    select ${id}, m.trigger_id, m.outcome, m.unmatched -> 0 ->> 'field', m.unmatched, ${cause.hops + 1}::int,
      case when m.outcome = 'waiting' then now() end, e.occurred_at
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as m(trigger_id uuid, outcome text, unmatched jsonb)
    join trigger_events e on e.id = ${id} on conflict do nothing`);
  await tx.execute(sql`update trigger_events set matched_at = now() where id = ${id}`);
  return triggers.map((trigger) => ({ id: trigger.id, teamId: trigger.team_id, userId: trigger.user_id }));
}

/** The triggers that wait for an event's type: of its team, and of those that its connection is granted to. Of a run hears who sees the run, of a test its sender. */
async function listeners(tx: Db, event: Event): Promise<Listening[]> {
  const { rows } = await tx.execute(sql`
    select t.id, t.user_id, a.team_id, t.agent_id, t.filter_config, ${ownerRoles}, r.user_id as run_owner
    from trigger_events e cross join lateral (select e.team_id union all ${granteesOf(sql`e.source_id`)}) hears
    join teams on teams.id = hears.team_id join agents a on a.team_id = teams.id and a.deleted_at is null
    join event_triggers t on t.agent_id = a.id and t.trigger_type = e.type and t.enabled and t.listens_since <= e.occurred_at
      and (e.only_for is null or e.only_for = t.user_id)
      and (e.source_id = e.team_id or t.integration_instance_id = e.source_id)
      and (t.connection_id is null or exists (select from connections c where c.id = t.connection_id and ${mayListen}))
    left join runs r on e.type like 'run_%' and r.id = e.run_id
    ${joinOwner(sql`teams`, sql`t.user_id`)}
    where e.id = ${event.id} order by t.id for key share of t`);
  return (rows as unknown as (Listening & { readonly run_owner: string | null })[]).filter(({ run_owner, ...trigger }) => {
    const role = roleOf(trigger);
    return slugOf(event.type) !== "runs" || run_owner === trigger.user_id || (role !== undefined && seesAllSchedules({ role }));
  });
}

interface Outcome {
  readonly outcome: MatchOutcome;
  readonly unmatched: readonly UnmatchedField[];
}
function outcomeOf(trigger: Listening, event: Event, fields: readonly UnmatchedField[], cause: Cause): Outcome {
  return { outcome: fields.length > 0 ? "filtered" : decided(trigger, event, cause), unmatched: fields };
}

function decided(trigger: Listening, { type, facts }: Event, cause: Cause): MatchOutcome {
  if (!roleOf(trigger)) return "owner_left";
  if (cause.triggers.includes(trigger.id)) return "own_run";
  // Whoever started the run: an agent that tidies up after itself would never end.
  if (slugOf(type) === "team-files" && facts.agent_id === trigger.agent_id) return "own_agent";
  return cause.hops >= maxTriggerHops ? "too_many_hops" : "waiting";
}

/**
 * How triggers led to a run: over the runs that handed over to it, and those that made the case it works on, back to the nearest that a trigger
 * started.
 */
async function causeOf(tx: Db, runId: string | null): Promise<Cause> {
  if (runId === null) return { triggers: [], hops: 0 };
  const { rows } = await tx.execute<{ triggers: string[] | null; hops: number | null }>(sql`
    with recursive above (id, n) as (
      select ${runId}::uuid, 0
      union
      select b.id, above.n + 1 from above join runs r on r.id = above.id
      cross join lateral (
        select r.parent_run_id as id union all
        select v.run_id from case_events v where v.case_id = r.case_queue_item_id and v.type = 'created') b
      where b.id is not null and above.n < 100 and not exists (select from trigger_matches m where m.run_id = above.id))
    select array_agg(distinct m.trigger_id) as triggers, max(m.hops) as hops from above join trigger_matches m on m.run_id = above.id`);
  return { triggers: rows[0]?.triggers ?? [], hops: rows[0]?.hops ?? 0 };
}
