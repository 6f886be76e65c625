import { oneOf, readFields, readFlag, readId, type ReadValue, textUpTo } from "#ui/address.ts";
import { knownSearch } from "#ui/known-search.ts";

/** How far a process is. What is not in the service yet has no stage. */
export const stages = ["none", "captured", "described"] as const;
export type Stage = (typeof stages)[number];
const shown = [...stages, "failed"] as const;
const dialogs = ["area", "process"] as const;
const views = ["tree", "map"] as const;

export interface LandscapeSearch {
  /** The place whose facts are shown. */
  node?: string;
  search?: string;
  stage?: Stage;
  /** Only what this person is involved in. */
  person?: string;
  /** On a narrow screen, where only one of them has room. */
  view?: (typeof views)[number];
  /** The dialog for another one is open. */
  add?: (typeof dialogs)[number];
}

const landscapeFields: { readonly [K in keyof LandscapeSearch]-?: ReadValue<NonNullable<LandscapeSearch[K]>> } = {
  node: readId,
  search: textUpTo(200),
  stage: oneOf(stages),
  person: textUpTo(300),
  view: oneOf(views),
  add: oneOf(dialogs),
};
export const readLandscapeSearch = knownSearch(readFields<LandscapeSearch>(landscapeFields));

export const processTabs = ["process", "proposal", "compare", "captures", "versions", "about"] as const;
export type ProcessTab = (typeof processTabs)[number];
const versionViews = ["map", "table", "list"] as const;

export interface ProcessSearch {
  /** A process of version 1, which has a reading of its own. */
  version?: 1;
  tab?: ProcessTab;
  view?: (typeof versionViews)[number];
  /** The version that is shown; without it the one that is live, or waits to be. */
  shown?: string;
  /** The two versions that are compared. */
  from?: string;
  to?: string;
  /** The chosen step. */
  step?: string;
  /** Words of a step. */
  find?: string;
  /** The conversation about the version is open. */
  chat?: true;
}
export const readProcessSearch = knownSearch(
  readFields<ProcessSearch>({
    version: (raw) => (raw === 1 ? 1 : undefined),
    tab: oneOf(processTabs),
    view: oneOf(versionViews),
    shown: readId,
    from: readId,
    to: readId,
    step: textUpTo(200),
    find: textUpTo(200),
    chat: readFlag,
  }),
);

export interface ProcessesSearch {
  show?: (typeof shown)[number];
  search?: string;
  label?: string;
  /** The dialog for another one is open. */
  add?: true;
}

const processesFields: { readonly [K in keyof ProcessesSearch]-?: ReadValue<NonNullable<ProcessesSearch[K]>> } = {
  show: oneOf(shown),
  search: textUpTo(200),
  label: readId,
  add: readFlag,
};
export const readProcessesSearch = knownSearch(readFields<ProcessesSearch>(processesFields));
