import { sql } from "drizzle-orm";
import { choiceWords, type TriggerSlug, isOfConnections } from "#contract/schedules/trigger-words.ts";
import type { Context } from "#server/platform/http/context.ts";
import { invalid } from "#server/platform/http/refusal.ts";
import { mayWatch } from "#server/schedules/looks/listening.ts";
import { watchedConnection } from "#server/schedules/looks/watched-connection.ts";
import { findSource } from "#server/schedules/sources/sources.store.ts";
import { houseSources } from "./trigger-types.ts";

const place = ["integration_instance_id"];

/** The source that a request names. Throws 400 where there is more than one and it names none. */
export function chosenFor(slug: TriggerSlug, instance: string | undefined): string {
  if (instance !== undefined) return instance;
  if (choiceWords[slug] === undefined && slug in houseSources) return houseSources[slug as keyof typeof houseSources];
  throw invalid(place, choiceWords[slug] ?? "Choose the source");
}

/** What a trigger listens to that names no source: the only one that the caller can mean. Throws 400 where there are several, or none. */
export async function onlySource(context: Context, slug: TriggerSlug, buildId: string): Promise<string> {
  const { db, team, caller } = context;
  const candidates =
    slug === "webhook"
      ? sql`select id from webhook_sources where team_id = ${team.id} and deleted_at is null`
      : slug === "imap"
        ? sql`select c.id from connections c where ${mayWatch(team.id, caller.userId)} and c.server_url ~ '^imaps?:'`
        : sql`select distinct c.id from connections c join slot_pins p on p.connection_id = c.id join revision_slots s on s.id = p.slot_id
            where s.build_id = ${buildId} and p.user_id = ${caller.userId} and ${mayWatch(team.id, caller.userId)} and c.provider <> 'native'`;
  if (choiceWords[slug] === undefined) return chosenFor(slug, undefined);
  const { rows } = await db.execute<{ id: string }>(sql`${candidates} limit 2`);
  return chosenFor(slug, rows.length === 1 ? rows[0]?.id : undefined);
}

/** What the events of a trigger come from. Throws 400 for a source that its team does not have, and for a connection that the caller may not use. */
export async function sourceOf(context: Context, slug: TriggerSlug, instance: string): Promise<string> {
  const { db, team } = context;
  if (isOfConnections(slug)) return watchedConnection(context, slug, instance);
  if (slug !== "webhook") {
    if (instance !== houseSources[slug]) throw invalid(place, "This integration has nothing to choose from");
    return instance;
  }
  const source = await findSource(db, instance, "key share");
  if (source?.team_id !== team.id) throw invalid(place, "This webhook source does not exist in this team");
  return source.id;
}
