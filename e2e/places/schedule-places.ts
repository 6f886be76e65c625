import { couldNotLoad, type PlacesOfArea } from "./place.ts";

/** What runs by the clock. */
export const schedulePlaces: PlacesOfArea = {
  full: ({ schedule: { agent, id }, source }) => [
    { name: "schedules", path: "schedules", shows: "Did not start" },
    { name: "schedules-list", path: "schedules?view=list", shows: "Every day at 02:00 in UTC" },
    { name: "schedules-new", path: "schedules?open=new", shows: "Only agents with a live revision." },
    { name: "schedules-none-found", path: "schedules?search=nothing-has-this-name", shows: "No matching schedules" },
    { name: "schedule", path: `schedules?open=${id}`, shows: "Runs missed while this schedule is paused are not started later." },
    { name: "agent-schedules", path: `agents/${agent}?tab=schedules`, shows: "Every day at 02:00 in UTC" },
    { name: "agent-events", path: `agents/${agent}?tab=events`, shows: "An event arrives at a webhook source" },
    { name: "webhook-sources", path: "webhook-sources", shows: "Accounting system" },
    { name: "webhook-sources-new", path: "webhook-sources?source=new", shows: "Service that sends the events" },
    { name: "webhook-source", path: `webhook-sources?source=${source}`, shows: "invoice.paid" },
    { name: "schedule-new", path: `agents/${agent}?tab=schedules&open=new`, shows: "Missed and overlapping runs" },
  ],
  empty: [
    { name: "schedules", path: "schedules", shows: "No schedules yet" },
    { name: "webhook-sources", path: "webhook-sources", shows: "No webhook sources yet" },
  ],
  failing: ({ schedule: { agent } }) => [
    { name: "schedules", path: "schedules", shows: couldNotLoad },
    { name: "webhook-sources", path: "webhook-sources", shows: couldNotLoad },
    { name: "agent-schedules", path: `agents/${agent}?tab=schedules`, shows: couldNotLoad },
    { name: "agent-events", path: `agents/${agent}?tab=events`, shows: couldNotLoad },
  ],
};
