import { endpoint } from "#contract/endpoint.ts";
import { int53, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { ArtifactVersion } from "./dashboard.ts";
import { editsDashboard } from "./rights.ts";

const version = {
  area: "Dashboards",
  bareErrors: "with_issues",
  access: { scope: "team", by: "artifactId", role: "team:member" },
} as const;
const params = z.strictObject({ artifactId: idOf("artifact") });
const ofVersion = z.strictObject({ artifactId: idOf("artifact"), revisionId: idOf("artifact_revision") });

export const listDashboardVersions = endpoint({
  ...version,
  name: "listDashboardVersions",
  method: "GET",
  path: "/v2/artifacts/{artifactId}/revisions",
  summary: "The versions of a dashboard",
  may: editsDashboard,
  reads: ["artifact"],
  params,
  reply: record("ArtifactVersions", {
    revisions: z.array(ArtifactVersion),
    total: int53,
    current_revision_id: uuid.nullable(),
    current_version: z.int().nullable(),
  }),
  errors: ["forbidden"],
});

export const restoreDashboardVersion = endpoint({
  ...version,
  name: "restoreDashboardVersion",
  method: "POST",
  path: "/v2/artifacts/{artifactId}/revisions/{revisionId}/restore",
  summary: "Show an earlier version",
  may: editsDashboard,
  changes: ["artifact", "artifact_message"],
  params: ofVersion,
  reply: z.strictObject({ success: z.literal(true), current_revision_id: uuid, current_version: z.int() }),
  errors: ["forbidden", "no_page", "generating"],
});
