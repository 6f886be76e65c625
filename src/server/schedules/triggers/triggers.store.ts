import { and, count, desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { EventMatch, EventTrigger } from "#contract/schedules/event-triggers.ts";
import { type TriggerFilter, usualFolder } from "#contract/schedules/trigger-filter.ts";
import type { MatchOutcome, TriggerSlug, TriggerType } from "#contract/schedules/trigger-words.ts";
import { agents } from "#server/agents/agents/agents.table.ts";
import { runs } from "#server/engine/runs.table.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import { looksOf } from "#server/connections/looks/looks-of.ts";
import { mayListen } from "#server/schedules/looks/listening.ts";
import { isReplayable } from "./replay.store.ts";
import { eventTriggers, triggerEvents, triggerMatches } from "./triggers.table.ts";

const { listens_since: _, connection_id: __, ...columns } = getTableColumns(eventTriggers);
const shown = {
  ...columns,
  looks: looksOf("event_triggers.connection_id", `coalesce(event_triggers.filter_config ->> 'folder', '${usualFolder}')`),
  connection_available: sql<boolean>`(event_triggers.connection_id is null or exists (
    select from agents a, connections c, (select event_triggers.user_id) t
    where a.id = event_triggers.agent_id and c.id = event_triggers.connection_id and ${mayListen}))`,
};

export async function listTriggersOf(db: Db, agentId: string, userId: string): Promise<EventTrigger[]> {
  return db
    .select(shown)
    .from(eventTriggers)
    .where(and(eq(eventTriggers.agent_id, agentId), eq(eventTriggers.user_id, userId)))
    .orderBy(eventTriggers.integration_slug);
}

export async function findTrigger(db: Db, agentId: string, id: string, lock?: "no key update"): Promise<EventTrigger | undefined> {
  const query = db
    .select(shown)
    .from(eventTriggers)
    .where(and(eq(eventTriggers.id, id), eq(eventTriggers.agent_id, agentId)));
  const [row] = await (lock ? query.for(lock) : query);
  return row;
}

/** What the events of a person's trigger come from, which stays so until the transaction ends. */
export async function lockSource(db: Db, agentId: string, userId: string, slug: TriggerSlug): Promise<string | undefined> {
  const [row] = await db
    .select({ id: eventTriggers.integration_instance_id })
    .from(eventTriggers)
    .where(and(eq(eventTriggers.agent_id, agentId), eq(eventTriggers.user_id, userId), eq(eventTriggers.integration_slug, slug)))
    .for("no key update");
  return row?.id;
}

interface Fields {
  readonly integration_slug: TriggerSlug;
  readonly trigger_type: TriggerType;
  readonly filter_config: TriggerFilter;
  readonly integration_instance_id: string;
  readonly connection_id?: string | null;
  readonly enabled: boolean;
}

/** The one trigger of a person on an agent for an integration. One that is resumed, or gets another type or source, listens from now on. */
export async function upsertTrigger(db: Db, agentId: string, userId: string, fields: Fields): Promise<EventTrigger> {
  const resumed = sql`excluded.enabled and not event_triggers.enabled`;
  const afresh = sql`(${resumed}) or excluded.trigger_type <> event_triggers.trigger_type
    or excluded.integration_instance_id <> event_triggers.integration_instance_id`;
  const unless = (
    column: "auto_disabled_at" | "auto_disabled_reason" | "first_missing_connection_failure_at" | "last_missing_connection_failure_at",
  ) => sql`case when ${resumed} then null else event_triggers.${sql.identifier(column)} end`;
  const [row] = await db
    .insert(eventTriggers)
    .values({
      ...fields,
      id: newId(),
      agent_id: agentId,
      user_id: userId,
    })
    .onConflictDoUpdate({
      target: [eventTriggers.agent_id, eventTriggers.user_id, eventTriggers.integration_slug],
      set: {
        trigger_type: sql`excluded.trigger_type`,
        filter_config: sql`excluded.filter_config`,
        integration_instance_id: sql`excluded.integration_instance_id`,
        connection_id: sql`excluded.connection_id`,
        enabled: sql`excluded.enabled`,
        listens_since: sql`case when ${afresh} then excluded.listens_since else event_triggers.listens_since end`,
        auto_disabled_at: unless("auto_disabled_at"),
        auto_disabled_reason: unless("auto_disabled_reason"),
        consecutive_missing_connection_failures: sql`case when ${resumed} then 0 else event_triggers.consecutive_missing_connection_failures end`,
        first_missing_connection_failure_at: unless("first_missing_connection_failure_at"),
        last_missing_connection_failure_at: unless("last_missing_connection_failure_at"),
        updated_at: sql`now()`,
      },
    })
    .returning(shown);
  if (!row) throw new Error("upsert returned no trigger");
  return row;
}

interface Page {
  readonly outcome?: MatchOutcome | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** What came of the events of a trigger, the newest first. */
export async function listMatches(db: Db, triggerId: string, page: Page): Promise<{ matches: EventMatch[]; total: number }> {
  const where = and(eq(triggerMatches.trigger_id, triggerId), page.outcome && eq(triggerMatches.outcome, page.outcome));
  const { event_id, trigger_id, occurred_at, outcome, failing_field, unmatched, replay, run_id } = getTableColumns(triggerMatches);
  const agent = { agent_id: agents.id, agent_name: agents.name };
  const known = {
    ...agent,
    trigger_type: triggerEvents.type,
    facts: triggerEvents.facts,
    run_status: runs.status,
    run_created_at: runs.created_at,
    replayable: isReplayable("trigger_events"),
  };
  const [rows, [counted]] = await inSnapshot(db, (at) =>
    Promise.all([
      at
        .select({ event_id, trigger_id, occurred_at, outcome, failing_field, unmatched, replay, run_id, ...known })
        .from(triggerMatches)
        .innerJoin(triggerEvents, eq(triggerEvents.id, triggerMatches.event_id))
        .innerJoin(eventTriggers, eq(eventTriggers.id, triggerMatches.trigger_id))
        .innerJoin(agents, eq(agents.id, eventTriggers.agent_id))
        .leftJoin(runs, eq(runs.id, triggerMatches.run_id))
        .where(where)
        .orderBy(desc(triggerMatches.occurred_at), desc(triggerMatches.event_id), desc(triggerMatches.replay))
        .limit(page.limit)
        .offset(page.offset),
      at.select({ total: count() }).from(triggerMatches).where(where),
    ]),
  );
  const matches = rows.map(({ run_created_at, ...match }) => ({ ...match, replayed_at: match.replay > 0 ? run_created_at : null }));
  return { matches, total: counted?.total ?? 0 };
}

/** For how many days what came of events is kept. */
const keptDays = 30;

/** Forgets older events with what came of them, so many in a statement. What waits for its run is kept. */
export async function removeOldEvents(db: Db, closed: () => boolean, atOnce = 1_000): Promise<void> {
  const portion = sql`
    delete from trigger_events where id = any(array(select e.id from trigger_events e
      where e.created_at < now() - make_interval(days => ${keptDays}::int)
        and not exists (select from trigger_matches m where m.event_id = e.id and m.next_attempt_at is not null) limit ${atOnce}))`;
  while (!closed() && (await db.execute(portion)).rowCount === atOnce);
}
