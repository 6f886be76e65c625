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

export const processTabs = ["process", "proposal", "compare", "handover", "captures", "versions", "about"] as const;
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
  /** The capture whose steps are lit. */
  capture?: string;
  /** Words of a step. */
  find?: string;
  /** The conversation about the version is open. */
  chat?: true;
}

/** What is chosen in a version: the page of a capture has it in its address too, and leads back to it. */
export type Selection = Pick<ProcessSearch, "view" | "shown" | "step" | "capture">;
const selectionFields: { readonly [K in keyof Selection]-?: ReadValue<NonNullable<Selection[K]>> } = {
  view: oneOf(versionViews),
  shown: readId,
  step: textUpTo(200),
  capture: readId,
};
export const readSelection = readFields<Selection>(selectionFields);

export const readProcessSearch = knownSearch(
  readFields<ProcessSearch>({
    ...selectionFields,
    version: (raw) => (raw === 1 ? 1 : undefined),
    tab: oneOf(processTabs),
    from: readId,
    to: readId,
    find: textUpTo(200),
    chat: readFlag,
  }),
);

export interface CaptureSearch extends Selection {
  /** The position of the unit that is marked. */
  at?: number;
  /** Words of a unit. Empty: the box is open. */
  find?: string;
}
export const readCaptureSearch = knownSearch(
  readFields<CaptureSearch>({
    ...selectionFields,
    at: (raw) => (typeof raw === "number" && Number.isSafeInteger(raw) && raw >= 0 ? raw : undefined),
    find: (raw) => (typeof raw === "string" || typeof raw === "number" ? String(raw).slice(0, 200) : undefined),
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

export interface ExportSearch {
  /** The chosen step. */
  step?: string;
}
export const readExportSearch = knownSearch(readFields<ExportSearch>({ step: textUpTo(200) }));
