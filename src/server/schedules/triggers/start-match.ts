import { sql } from "drizzle-orm";
import type { EventFacts } from "#contract/schedules/trigger-filter.ts";
import { type MatchOutcome, type TriggerType, mostStartsPerMinute } from "#contract/schedules/trigger-words.ts";
import { scheduleEvents } from "#contract/schedules/events.ts";
import { countDescendant, DescendantsSpent, noteSpent } from "#server/engine/descendants.ts";
import type { RunRecord } from "#server/engine/log/run-record.ts";
import { withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { record } from "#server/platform/events/record.ts";
import { Refusal } from "#server/platform/http/refusal.ts";
import { insertRun } from "#server/runs/runs/runs.store.ts";
import { countMissing, forgetMissing, missingConnections } from "#server/schedules/missing/missing-connections.store.ts";
import { joinOwner, type OwnerRoles, ownerRoles, roleOf } from "#server/schedules/owner-role.ts";
import { type EventFiles, giveFiles, takeFiles } from "./event-files.ts";
import { messageOf, runTitleOf, sourceName } from "./event-message.ts";

/** What marks a run that an event has started. */
const triggerSource = "event_trigger";

export interface DueMatch {
  readonly event_id: string;
  readonly trigger_id: string;
}

interface Claimed extends DueMatch, OwnerRoles {
  readonly type: TriggerType;
  readonly facts: EventFacts;
  readonly content: string | null;
  /** Of the webhook source that it came by. */
  readonly source_name: string | null;
  readonly occurred_at: string;
  readonly agent_id: string;
  readonly user_id: string;
  readonly team_id: string;
  /** The run that caused the event. */
  readonly run_id: string | null;
  /** Not paused, and its agent is not in a deleted automation. */
  readonly enabled: boolean;
}

/** What is told once the transaction is durable. */
export interface Started {
  readonly teamId: string;
  readonly trigger: { readonly id: string; readonly userId: string };
  readonly run: RunRecord | undefined;
}

/** Starts the run of an event that matches, unless another process does: the run and what came of the event, or neither. */
export async function startMatch(tx: Db, due: DueMatch, most: number, given?: EventFiles): Promise<Started | undefined> {
  // A start waits for the row of its agent. One that cannot have it soon comes again later: nobody else waits for that.
  await tx.execute(sql`set local lock_timeout = '500ms'`);
  const match = await claim(tx, due);
  if (!match || (await postponed(tx, match))) return undefined;
  const run = await startOne(tx, match, most, given);
  const [outcome, runId]: [MatchOutcome, string | null] = typeof run === "string" ? [run, null] : ["started", run.id];
  await tx.execute(sql`
    update trigger_matches set outcome = ${outcome}, run_id = ${runId}::uuid, next_attempt_at = null,
      started_at = case when ${runId}::uuid is not null then clock_timestamp() end
    where event_id = ${due.event_id} and trigger_id = ${due.trigger_id} and replay = 0`);
  const { team_id, agent_id, trigger_id: id } = match;
  if (outcome === "missing_connection") await countMissing(tx, "event_triggers", { id, agent_id, team_id });
  if (outcome === "started") await forgetMissing(tx, "event_triggers", [id]);
  if (runId !== null) {
    const data = { agent_id, run_id: runId };
    await record(tx, scheduleEvents, { type: "event_trigger.fired", team: team_id, actor: { kind: "service" }, subject: id, data });
  }
  return {
    teamId: match.team_id,
    trigger: { id: match.trigger_id, userId: match.user_id },
    run: typeof run === "string" ? undefined : run,
  };
}

/** A trigger's starts come one after the other, so that they can be counted. */
async function claim(tx: Db, { event_id, trigger_id }: DueMatch): Promise<Claimed | undefined> {
  const { rows: held } = await tx.execute(sql`select from event_triggers where id = ${trigger_id} for no key update skip locked`);
  if (held.length === 0) return undefined;
  const { rows } = await tx.execute(sql`
    select m.event_id, m.trigger_id, e.type, e.facts, e.content, e.occurred_at, ${sourceName} as source_name, e.run_id, t.agent_id, t.user_id, t.enabled and a.deleted_at is null as enabled,
      a.team_id, ${ownerRoles}
    from trigger_matches m join trigger_events e on e.id = m.event_id join event_triggers t on t.id = m.trigger_id
    join agents a on a.id = t.agent_id join teams on teams.id = a.team_id
    ${joinOwner(sql`teams`, sql`t.user_id`)}
    where m.event_id = ${event_id} and m.trigger_id = ${trigger_id} and m.replay = 0 and m.next_attempt_at <= clock_timestamp() for update of m skip locked`);
  const [found] = rows as unknown as Claimed[];
  return found && withInstants(found, "occurred_at");
}

/** Whether the trigger has started all that it may for now. What waits for it then waits until the oldest of these starts is a minute old. */
async function postponed(tx: Db, { trigger_id }: Claimed): Promise<boolean> {
  const { rows } = await tx.execute<{ until: string }>(sql`
    select (started_at + interval '1 minute')::text as until from trigger_matches
    where trigger_id = ${trigger_id} and started_at > clock_timestamp() - interval '1 minute'
    order by started_at desc offset ${mostStartsPerMinute - 1} limit 1`);
  const until = rows[0]?.until;
  if (until === undefined) return false;
  await tx.execute(sql`
    update trigger_matches set next_attempt_at = ${until}::timestamptz
    where trigger_id = ${trigger_id} and next_attempt_at < ${until}::timestamptz`);
  return true;
}

/** The run, or why there is none. */
async function startOne(tx: Db, match: Claimed, most: number, given: EventFiles | undefined): Promise<RunRecord | MatchOutcome> {
  if (!match.enabled) return "paused";
  if (!roleOf(match)) return "owner_left";
  const { team_id: teamId, agent_id: agentId, user_id: userId } = match;
  if ((await missingConnections(tx, agentId, userId)).length > 0) return "missing_connection";
  const sandboxId = given && (await giveFiles(tx, given, { teamId, userId }));
  const message = messageOf({ ...match, files: sandboxId === undefined ? undefined : given?.files });
  try {
    const title = runTitleOf(match);
    const root = await countDescendant(tx, { from: match.run_id, agentId, most });
    return (await insertRun(tx, { teamId, agentId, userId, source: triggerSource, message, title, root, sandboxId })).run;
  } catch (error) {
    if (sandboxId) await takeFiles(tx, sandboxId);
    if (error instanceof DescendantsSpent) {
      await noteSpent(tx, error.root);
      return "too_many_runs";
    }
    if (error instanceof Refusal && error.code === "no_live_revision") return "no_live";
    throw error;
  }
}
