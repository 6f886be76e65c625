import { sql } from "drizzle-orm";
import type { ConnectionRecord } from "#server/connections/connections/connections.store.ts";
import type { TriggerType } from "#contract/schedules/trigger-words.ts";
import type { SeenResource, Wanted } from "#server/connections/mcp/resources.ts";
import { reaching } from "#server/connections/mcp/reach.ts";
import { mcpOf } from "#server/connections/mcp/processes.ts";
import { createRedactor } from "#server/engine/secrets/redactor.ts";
import { storableJson } from "#server/engine/log/log-messages.ts";
import { newId } from "#server/platform/db/columns.ts";
import { lowered } from "#server/platform/db/letters.ts";
import type { Looked } from "./cursors.store.ts";
import type { Found } from "./found.ts";
import { listening } from "./listening.ts";
import type { Looking } from "./looking.ts";

/** What was there: the digest of each content by its address, null where nothing was read. */
type Known = Readonly<Record<string, string | null>>;

/** What a server's resources are now, and how that differs from before. Throws an McpFault or a ToolError. */
export async function lookAtResources(services: Looking, connection: ConnectionRecord, cursor: unknown): Promise<Looked> {
  const known = cursor as Known | null;
  const watched = await watchedParts(services, connection.id);
  const seen = await reaching(services, connection, async ({ server, hidden }) => {
    const redactor = createRedactor(hidden);
    const resources = await mcpOf(services.outbound).readResources(server, { ...watched, known });
    return resources.map(({ uri, name, media_type, text, ...resource }) => ({
      ...resource,
      ...redactor.json({ uri, name, media_type, text }),
    }));
  });
  // A read that is no longer wanted leaves what was known: a filter that comes back compares with that.
  const next = Object.fromEntries(seen.map(({ uri, digest }) => [uri, digest ?? known?.[uri] ?? null]));
  return { cursor: next, found: known === null ? [] : differences(known, seen) };
}

function differences(known: Known, seen: readonly SeenResource[]): Found[] {
  const there = new Set(seen.map(({ uri }) => uri));
  const came = seen.flatMap((resource): Found[] => {
    const before = Object.hasOwn(known, resource.uri) ? known[resource.uri] : undefined;
    if (before === undefined) return [eventOf("resource_added", resource)];
    const changed = before !== null && resource.digest !== null && resource.digest !== before;
    return changed ? [eventOf("resource_changed", resource)] : [];
  });
  const went = Object.keys(known).filter((uri) => !there.has(uri));
  return [...came, ...went.map((uri): Found => ({ type: "resource_removed", key: newId(), facts: { uri }, content: null }))];
}

/** The cursor moves with the event, so that none is found twice: its key is its own. */
function eventOf(type: Found["type"], { uri, name, media_type, size, text }: SeenResource): Found {
  const content = text === null ? null : JSON.stringify(storableJson({ uri, text }));
  return { type, key: newId(), facts: { uri, title: name, media_type, size }, content };
}

/** What is part of the addresses whose contents somebody waits for; the empty text is part of all. */
async function watchedParts({ store }: Looking, connectionId: string): Promise<Pick<Wanted, "changed" | "added">> {
  const { rows } = await store.db.execute<{ type: TriggerType; part: string }>(sql`
    select distinct t.trigger_type as type, ${lowered(sql`coalesce(t.filter_config ->> 'uri_contains', '')`)} as part from ${listening}
    where t.connection_id = ${connectionId}`);
  const partsOf = (wanted: TriggerType) => rows.filter(({ type }) => type === wanted).map(({ part }) => part);
  return { changed: partsOf("resource_changed"), added: partsOf("resource_added") };
}
