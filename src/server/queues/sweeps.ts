import { everyMinute, everySecond, everyTenMinutes, type Sweep } from "#server/engine/work.ts";
import { removeStaleAttachments } from "./attachments/case-attachments.store.ts";
import { refillCaseWords } from "./cases/case-words.store.ts";
import { bringBackDue, someDue } from "./dispatch/postponed.ts";
import { unlinkDeleted } from "./labels/labels.store.ts";

export const queueSweeps: readonly Sweep[] = [
  { name: "postponed cases", every: everySecond, due: someDue, start: (services) => () => bringBackDue(services) },
  { name: "deleted labels", every: everyMinute, start: (services, closed) => () => unlinkDeleted(services, closed) },
  {
    name: "words of cases",
    every: everyMinute,
    start:
      ({ store }, closed) =>
      () =>
        refillCaseWords(store.db, closed),
  },
  { name: "attachments", every: everyTenMinutes, start: (services, closed) => () => removeStaleAttachments(services, closed) },
];
