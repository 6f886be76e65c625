import { everySecond, everyTenMinutes, type Sweep } from "#server/engine/work.ts";
import { removeStaleAttachments } from "./attachments/case-attachments.store.ts";
import { bringBackDue } from "./dispatch/postponed.ts";

export const queueSweeps: readonly Sweep[] = [
  { name: "postponed cases", every: everySecond, start: (services) => () => bringBackDue(services) },
  { name: "attachments", every: everyTenMinutes, start: (services) => () => removeStaleAttachments(services) },
];
