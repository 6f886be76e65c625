import { endpoint } from "#contract/endpoint.ts";
import { idOf } from "#contract/ids.ts";
import { z } from "#contract/zod.ts";
import { Artifact } from "./dashboard.ts";
import { editsDashboard } from "./rights.ts";

export const refreshDashboard = endpoint({
  name: "refreshDashboard",
  method: "POST",
  path: "/v2/artifacts/{artifactId}/refresh",
  area: "Dashboards",
  bareErrors: "with_issues",
  summary: "Read the values of connections again in the background, without a model",
  access: { scope: "team", by: "artifactId", role: "team:member" },
  may: editsDashboard,
  changes: ["artifact"],
  records: "dashboard.refreshed",
  params: z.strictObject({ artifactId: idOf("artifact") }),
  reply: Artifact,
  errors: ["forbidden", "no_page", "generating"],
});
