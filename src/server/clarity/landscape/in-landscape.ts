import { maxNodeDepth, maxNodes } from "#contract/clarity/node.ts";
import { lock, locks } from "#server/platform/db/locks.ts";
import type { Context } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { teamsOf } from "#server/teams/members/organization-members.store.ts";
import type { Topic } from "#contract/topics.ts";
import { findPlace, listPlaces, type Place } from "./places.store.ts";
import { type Reach, reachOf, requireManaged, seesPlace } from "./reach.ts";
import { heightOf, levelOf } from "./tree.ts";

/** An organization's landscape, kept from other changes until the transaction ends. */
export interface Held {
  readonly reach: Reach;
  readonly places: readonly Place[];
}

export async function holdLandscape(context: Context, organizationId: string): Promise<Held> {
  await lock(context.db, locks.clarityLandscape(organizationId));
  return { reach: await reachOf(context, organizationId), places: await listPlaces(context.db, organizationId) };
}

/** A place that the caller sees. Throws 404, in the words of `missing`. */
export function seenPlace({ reach, places }: Held, nodeId: string, missing?: string): Place {
  const place = places.find(({ id }) => id === nodeId);
  if (!place || !seesPlace(reach, place)) throw refuse("not_found", missing);
  return place;
}

/** A place that the caller sees and may change. Throws 404, in the words of `missing`, and 403. */
export function managedPlace(held: Held, nodeId: string, missing?: string): Place {
  const place = seenPlace(held, nodeId, missing);
  requireManaged(held.reach, place);
  return place;
}

/** For a read: one place that the caller sees. */
export async function requirePlace(context: Context, organizationId: string, nodeId: string): Promise<Place> {
  const reach = await reachOf(context, organizationId);
  const place = await findPlace(context.db, organizationId, nodeId);
  if (!place || !seesPlace(reach, place)) throw refuse("not_found");
  return place;
}

/** Throws unless a new place, or `moved` with what is inside it, fits into the parent. */
export function requireFits(held: Held, parentId: string | null, moved?: Place): void {
  const { places } = held;
  if (parentId !== null) seenPlace(held, parentId);
  if (!moved && places.length >= maxNodes)
    throw refuse("too_many", `The landscape has ${maxNodes.toLocaleString("en")} places, as many as there may be. Delete some first.`);
  const levels = levelOf(places, parentId) + (moved ? heightOf(places, moved.id) : 1);
  if (levels > maxNodeDepth) throw refuse("too_deep");
}

/** The landscape is the organization's: windows of every team in it learn of a change. `teamId`: whose it is, in the record of what happened. */
export async function tellLandscape(
  { db, live }: Pick<Context, "db" | "live">,
  organizationId: string,
  { teamId, topics = ["clarity_landscape"] }: { readonly teamId?: string | undefined; readonly topics?: readonly Topic[] } = {},
): Promise<void> {
  const all = await teamsOf(db, organizationId);
  const first = teamId === undefined ? [] : [teamId];
  for (const each of [...first, ...all.filter((id) => id !== teamId)])
    for (const topic of topics) live.publish({ teamId: each, topic, id: "*" });
}
