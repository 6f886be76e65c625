import { endpoint } from "#contract/endpoint.ts";
import { queryFlag, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { ownsDashboard } from "./rights.ts";

/** A connection of a dashboard, and what becomes of it in another team. */
const Moved = record("MovedConnection", {
  integrationType: z.string(),
  integrationName: z.string(),
  instanceName: z.string(),
  decision: z.enum(["reuse", "needs_reconnect", "custom_to_rebuild"]),
});
export type Moved = z.output<typeof Moved>;

export const DashboardMove = record("DashboardMove", {
  artifactId: uuid,
  artifactTitle: z.string().nullable(),
  sourceTeamId: uuid,
  targetTeamId: uuid,
  ownershipReassigned: z.boolean(),
  visibilityReset: z.boolean(),
  connections: z.strictObject({ reused: z.array(Moved), disconnected: z.array(Moved), customToRebuild: z.array(Moved) }),
  applied: z.boolean(),
});

export const moveDashboard = endpoint({
  name: "moveDashboard",
  method: "POST",
  path: "/v2/teams/{teamId}/artifacts/{artifactId}/move",
  area: "Dashboards",
  bareErrors: "with_issues",
  summary: "Move the page of a dashboard to another team",
  access: { scope: "team", by: "teamId", role: "team:manager" },
  may: ownsDashboard,
  changes: ["artifact", "artifact_message"],
  params: z.strictObject({ teamId: idOf("team"), artifactId: idOf("artifact") }),
  query: z.strictObject({ dryRun: queryFlag.optional() }),
  body: z.strictObject({ targetTeamId: uuid }),
  reply: DashboardMove,
  errors: ["not_found", "no_page", "generating"],
});
