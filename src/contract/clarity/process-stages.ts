/** How far a process is, by what there is of it (ours). */
export const processStages = ["none", "captured", "described", "proposed", "handed_over", "measured"] as const;
export type ProcessStage = (typeof processStages)[number];
/** One failure alone may be chance. From so many on what was told about the work is out of date. */
export const outdatedFrom = 2;
