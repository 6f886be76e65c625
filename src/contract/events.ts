import { agentEvents } from "./agents/events.ts";
import { connectionEvents } from "./connections/events.ts";
import { libraryEvents } from "./library/events.ts";
import { queueEvents } from "./queues/events.ts";
import { runEvents } from "./runs/events.ts";
import { scheduleEvents } from "./schedules/events.ts";
import { teamEvents } from "./teams/events.ts";
import type { Output } from "./zod.ts";

/** Everything that the service writes down as having happened. An area adds its own in its folder. */
export const events = {
  ...agentEvents,
  ...connectionEvents,
  ...libraryEvents,
  ...queueEvents,
  ...runEvents,
  ...scheduleEvents,
  ...teamEvents,
};

export type EventType = keyof typeof events;
export type EventData<T extends EventType> = Output<(typeof events)[T]["data"]>;

export const eventTypes = Object.keys(events) as EventType[];
