import { endpoint } from "#contract/endpoint.ts";
import { timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

// What people outside of a team see of its dashboards: the figures that the publisher saw and agreed to show, as they were then.

const area = "Dashboards";
const bareErrors = "with_issues";
const access = { scope: "organization", by: "orgId", role: "organization:member" } as const;
const ours = "People outside the team see what the publisher saw, and have no rights in the team that the other operations ask for.";
const orgId = idOf("organization");

export const OrganizationDashboard = record("OrganizationDashboard", {
  id: uuid,
  title: z.string(),
  team_name: z.string(),
  published_by: z.string(),
  /** When the publisher saw the figures. */
  taken_at: timestamp,
});
export type OrganizationDashboard = z.output<typeof OrganizationDashboard>;

export const listOrganizationDashboards = endpoint({
  name: "listOrganizationDashboards",
  method: "GET",
  path: "/v2/organizations/{orgId}/artifacts",
  area,
  bareErrors,
  summary: "Dashboards of other teams that were published to the organization, the last published first",
  access,
  reads: ["artifact"],
  ours,
  params: z.strictObject({ orgId }),
  /** At most 100. */
  reply: z.strictObject({ dashboards: z.array(OrganizationDashboard) }),
});

export const viewOrganizationDashboard = endpoint({
  name: "viewOrganizationDashboard",
  method: "GET",
  path: "/v2/organizations/{orgId}/artifacts/{artifactId}",
  area,
  bareErrors,
  summary: "A dashboard that was published to the organization, with the figures that its publisher saw",
  access,
  reads: ["artifact"],
  ours,
  params: z.strictObject({ orgId, artifactId: idOf("artifact") }),
  reply: record("OrganizationDashboardView", { dashboard: OrganizationDashboard, html: z.string() }),
});
