import type { ViewScope } from "#contract/teams/lists.ts";

/** A named way to look at a list. */
export interface SavedView<S> {
  readonly id: string;
  readonly name: string;
  readonly scope: ViewScope;
  readonly shows: S;
}

/** The saved views of one list, and what can be done with them. */
export interface ViewSource<S> {
  readonly views: readonly SavedView<S>[];
  /** What the list shows now, without the place in it. */
  readonly shown: S;
  readonly same: (one: S, other: S) => boolean;
  readonly inWords: (shows: S) => string;
  readonly linkOf: (shows: S) => { readonly to: string; readonly params: object; readonly search: object };
  readonly create: (view: Omit<SavedView<S>, "id">) => Promise<unknown>;
  readonly update: (view: SavedView<S>, change: { readonly name?: string; readonly shows?: S }) => Promise<unknown>;
  readonly remove: (view: SavedView<S>) => Promise<unknown>;
}
