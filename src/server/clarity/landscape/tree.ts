import type { ClarityNode } from "#contract/clarity/node.ts";
import type { Place } from "./places.store.ts";

/** A place in the tree that somebody sees. */
export interface Seen {
  readonly place: Place;
  /** The nearest place around it that is seen too. */
  readonly parentId: string | null;
  readonly depth: number;
}

/** The places that pass, each behind its parent. What is inside a place that does not pass moves up to the nearest one that does. */
export function treeOf(places: readonly Place[], passes: (place: Place) => boolean): Seen[] {
  const inside = Map.groupBy(places, ({ parent_id }) => parent_id);
  const found: Seen[] = [];
  const walk = (parent: string | null, seenParent: string | null, depth: number): void => {
    for (const place of inside.get(parent) ?? []) {
      const seen = passes(place);
      if (seen) found.push({ place, parentId: seenParent, depth });
      walk(place.id, seen ? place.id : seenParent, seen ? depth + 1 : depth);
    }
  };
  walk(null, null, 0);
  return found;
}

/** A place and what is inside it; its own parent is not part of that. Undefined where it is not in the tree. */
export function branchOf(tree: readonly Seen[], rootId: string): Seen[] | undefined {
  const at = tree.findIndex(({ place }) => place.id === rootId);
  const root = tree[at];
  if (!root) return undefined;
  const end = tree.findIndex(({ depth }, i) => i > at && depth <= root.depth);
  return tree.slice(at, end === -1 ? undefined : end).map((seen) => ({
    ...seen,
    parentId: seen === root ? null : seen.parentId,
    depth: seen.depth - root.depth,
  }));
}

/** A place and everything inside it, itself first. */
export function insideOf(places: readonly Place[], id: string): Place[] {
  return (
    branchOf(
      treeOf(places, () => true),
      id,
    ) ?? []
  ).map(({ place }) => place);
}

/** Levels from the outermost to this one. */
export function levelOf(places: readonly Place[], id: string | null): number {
  const found = treeOf(places, () => true).find(({ place }) => place.id === id);
  return found ? found.depth + 1 : 0;
}

/** Levels of a place and what is inside it. */
export function heightOf(places: readonly Place[], id: string): number {
  const branch =
    branchOf(
      treeOf(places, () => true),
      id,
    ) ?? [];
  return 1 + Math.max(0, ...branch.map(({ depth }) => depth));
}

/** What every record of a place has. */
export function placeFields({ place, parentId }: Pick<Seen, "place" | "parentId">) {
  return {
    id: place.id,
    parentId,
    processId: place.process_id,
    kind: place.kind,
    name: place.name,
    ownerLabel: place.owner_label,
    sortOrder: place.sort_order,
    existence: place.existence,
    contentConfirmedAt: place.content_confirmed_at,
    existenceConfirmedAt: place.existence_confirmed_at,
    source: place.source,
    createdAt: place.created_at,
    updatedAt: place.updated_at,
  };
}

export const teamOf = ({ process, team_name }: Place) => (process ? { id: process.team_id, name: team_name ?? "" } : null);

/** The specification's record. */
export function toNode(place: Place): ClarityNode {
  return { ...placeFields({ place, parentId: place.parent_id }), team: teamOf(place) };
}
