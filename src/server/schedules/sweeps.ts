import { everyMinute, everyTenMinutes, type Sweep } from "#server/engine/work.ts";
import { removeOldEvents } from "./triggers/triggers.store.ts";
import { dropOldContents, removeDeletedSources } from "./sources/source-sweeps.store.ts";
import { removeOldFirings } from "./firings/history.store.ts";
import { applyZoneRules } from "./firings/zone-rules.ts";

export const scheduleSweeps: readonly Sweep[] = [
  { name: "rules of time zones", every: everyMinute, start: (services, closed) => () => applyZoneRules(services.store.db, closed) },
  { name: "history of schedules", every: everyTenMinutes, start: (services, closed) => () => removeOldFirings(services.store.db, closed) },
  {
    name: "deleted webhook sources",
    every: everyTenMinutes,
    start: (services, closed) => () => removeDeletedSources(services.store.db, closed),
  },
  { name: "contents of events", every: everyTenMinutes, start: (services, closed) => () => dropOldContents(services.store.db, closed) },
  { name: "events of triggers", every: everyTenMinutes, start: (services, closed) => () => removeOldEvents(services.store.db, closed) },
];
