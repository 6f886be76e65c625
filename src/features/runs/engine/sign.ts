import type { SettingName } from "./engine-settings.ts";

/** What an administrator reads of one part of the engine. */
export interface Sign {
  readonly part: string;
  readonly state: "good" | "look" | "act";
  readonly verdict: string;
  /** Figures where all is well; elsewhere what to do. */
  readonly note: string;
  /** The settings that the note is about. */
  readonly settings: readonly SettingName[];
}

export const moreProcesses = "Start another process that uses the same database.";
