import { resources } from "#contract/index.ts";
import { scheduleEvents } from "#contract/schedules/events.ts";
import { area } from "#server/engine/area.ts";
import { scheduleWork } from "./firings/schedule-work.ts";
import { lookWork } from "./looks/look-work.ts";
import { scheduleOwners } from "./owners.ts";
import { scheduleHandlers } from "./schedules/schedules.ts";
import { schedulesOfMember } from "./schedules-of-member.ts";
import { webhookSourceEventHandlers } from "./sources/source-events.ts";
import { webhookSourceHandlers } from "./sources/sources.ts";
import { scheduleSweeps } from "./sweeps.ts";
import { scheduleFiringHandlers } from "./team/schedule-firings.ts";
import { triggersOn } from "./triggers/take-events.ts";
import { triggerWork } from "./triggers/trigger-work.ts";
import { triggerHandlers } from "./triggers/triggers.ts";

/** What starts runs without a person: schedules and event triggers, and what came of each due time and event. */
export const schedules = area({
  name: "schedules",
  contract: resources,
  owns: scheduleOwners,
  events: scheduleEvents,
  handlers: {
    schedules: scheduleHandlers,
    scheduleFirings: scheduleFiringHandlers,
    eventTriggers: triggerHandlers,
    webhookSourceEvents: webhookSourceEventHandlers,
    webhookSources: webhookSourceHandlers,
  },
  memberships: [schedulesOfMember],
  work: [scheduleWork, lookWork, triggerWork],
  on: [triggersOn],
  sweeps: scheduleSweeps,
});
