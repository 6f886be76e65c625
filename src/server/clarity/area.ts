import { clarityEvents } from "#contract/clarity/events.ts";
import { resources } from "#contract/index.ts";
import { area } from "#server/engine/area.ts";
import { clarityOwners } from "./owners.ts";
import { clarityProcessHandlers } from "./processes/processes.ts";
import { claritySummaryHandlers } from "./processes/summaries.ts";

/** How work is done today, with what was collected about it, and where each process is among the others. */
export const clarity = area({
  name: "clarity",
  contract: resources,
  owns: clarityOwners,
  events: clarityEvents,
  handlers: {
    clarityProcesses: clarityProcessHandlers,
    claritySummaries: claritySummaryHandlers,
  },
});
