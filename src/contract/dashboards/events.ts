import { change, event, subjects } from "#contract/event.ts";
import { uuid } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";

const of = subjects({ artifact: { by: "artifactId", in: "artifact" } });

export const visibilities = ["private", "team", "organization", "teams"] as const;

export const dashboardEvents = {
  "dashboard.created": change(of.artifact),
  "dashboard.updated": change(of.artifact),
  "dashboard.published": change(of.artifact, { visibility: z.enum(visibilities) }),
  /** A person had its connections read again. */
  "dashboard.refreshed": change(of.artifact),
  "dashboard.restored": change(of.artifact, { version: z.int() }),
  /** A person said what to write or change, answered a question, or stopped the writing. */
  "dashboard.asked": change(of.artifact),
  "dashboard.answered": change(of.artifact),
  "dashboard.stopped": change(of.artifact),
  "dashboard.moved": change(of.artifact, { target_team_id: uuid }),
  "dashboard.deleted": change(of.artifact),
  /** A turn of the agent ended with a version. */
  "dashboard.generated": event(of.artifact, { version: z.int() }),
  "dashboard.failed": event(of.artifact, {}),
  /** Reading its connections again failed so often that the service paused it. */
  "dashboard.refresh_paused": event(of.artifact, { failures: z.int() }),
};

type DashboardEvents = typeof dashboardEvents;
declare module "#contract/event.ts" {
  interface EventCatalogue extends DashboardEvents {}
}
