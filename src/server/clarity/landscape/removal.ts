import type { Place } from "./places.store.ts";
import { insideOf } from "./tree.ts";

/** What goes with a place. */
export interface Removal {
  /** Areas and proposals that are gone, the place itself among them. */
  readonly deleted: readonly string[];
  /** Places of processes: these go to Unsorted. */
  readonly detached: readonly string[];
  /** Areas that stay, and move up. */
  readonly kept: readonly string[];
}

const ids = (places: readonly Place[]) => places.map(({ id }) => id);

/** The whole branch; processes inside it lose their place. */
export function deletionOf(places: readonly Place[], place: Place): Removal {
  const inside = insideOf(places, place.id).slice(1);
  return {
    deleted: [place.id, ...ids(inside.filter(({ process }) => process === null))],
    detached: ids(inside.filter(({ process }) => process !== null)),
    kept: [],
  };
}

/** What was proposed only; processes inside it lose their place, and areas that a person made stay. */
export function declineOf(places: readonly Place[], place: Place): Removal {
  const inside = insideOf(places, place.id).slice(1);
  const proposed = inside.filter(({ existence }) => existence === "proposed");
  const gone = new Set([place.id, ...ids(proposed)]);
  return {
    deleted: [...gone],
    detached: ids(inside.filter(({ process }) => process !== null)),
    kept: ids(inside.filter(({ kind, existence, parent_id }) => kind === "area" && existence === "active" && gone.has(parent_id ?? ""))),
  };
}
