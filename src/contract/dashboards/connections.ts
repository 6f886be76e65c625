import { endpoint } from "#contract/endpoint.ts";
import { Success, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { ownsDashboard } from "./rights.ts";

/** As many connections a dashboard has at most. */
export const mostConnections = 10;

const dashboard = {
  area: "Dashboards",
  bareErrors: "with_issues",
  access: { scope: "team", by: "artifactId", role: "team:member" },
  may: ownsDashboard,
  params: z.strictObject({ artifactId: idOf("artifact") }),
} as const;

export const DashboardConnection = record("DashboardConnection", {
  connection_id: uuid,
  integration_id: uuid.nullable(),
  custom_integration_id: uuid.nullable(),
  type: z.string(),
  /** Ours: what it is called. */
  name: z.string(),
  /** Ours: the tools that the creator confirmed. */
  tools: z.array(z.string()),
  created_at: timestamp,
});
export type DashboardConnection = z.output<typeof DashboardConnection>;

export const listDashboardConnections = endpoint({
  ...dashboard,
  name: "listDashboardConnections",
  method: "GET",
  path: "/v2/artifacts/{artifactId}/connections",
  summary: "The connections that the agent of a dashboard reads with",
  reads: ["artifact", "connection"],
  reply: z.strictObject({ connections: z.array(DashboardConnection) }),
  errors: ["forbidden"],
});

export const attachDashboardConnection = endpoint({
  ...dashboard,
  name: "attachDashboardConnection",
  method: "POST",
  path: "/v2/artifacts/{artifactId}/connections",
  summary: "Let the agent of a dashboard read with a connection",
  changes: ["artifact"],
  records: "dashboard.updated",
  body: z.strictObject({ connection_id: uuid }),
  reply: Success,
  status: 201,
  errors: ["forbidden", "already_attached", "too_many"],
});

export const detachDashboardConnection = endpoint({
  ...dashboard,
  name: "detachDashboardConnection",
  method: "DELETE",
  path: "/v2/artifacts/{artifactId}/connections/{connectionId}",
  summary: "Stop the agent of a dashboard from reading with a connection",
  changes: ["artifact"],
  records: "dashboard.updated",
  params: z.strictObject({ artifactId: idOf("artifact"), connectionId: idOf("connection") }),
  reply: Success,
  errors: ["forbidden"],
});
