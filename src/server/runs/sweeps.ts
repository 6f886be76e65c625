import { workKinds } from "#contract/teams/retention.ts";
import { everyMinute, everyTenMinutes, type Sweep } from "#server/engine/work.ts";
import { figure } from "#server/platform/metrics/metrics.ts";
import { nothingWaits, removeByAge } from "./retention/sweep.ts";
import { refillRunWords } from "./runs/run-words.store.ts";
import { removeExpiredSandboxes } from "./sandboxes/sandboxes.store.ts";

const retentionWaiting = figure("caseload_retention_waiting", "What is older than its organization keeps it, by kind.", "kind");

export const runSweeps: readonly Sweep[] = [
  {
    name: "what is kept for a time",
    every: everyMinute,
    start(services, closed) {
      const waiting = nothingWaits();
      services.metrics.ask(async () => workKinds.map((kind) => ({ figure: retentionWaiting, labels: { kind }, value: waiting[kind] })));
      return () => removeByAge(services, { closed, waiting });
    },
  },
  {
    name: "words of runs",
    every: everyMinute,
    start:
      ({ store }, closed) =>
      () =>
        refillRunWords(store.db, closed),
  },
  { name: "sandboxes", every: everyTenMinutes, start: (services) => () => removeExpiredSandboxes(services) },
];
