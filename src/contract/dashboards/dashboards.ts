import { endpoint } from "#contract/endpoint.ts";
import { int53, page as pageOf, Success } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { visibilities } from "./events.ts";
import { Artifact, dashboardTitle, publishPermissions, refreshFrequencies } from "./dashboard.ts";
import { editsDashboard, ownsDashboard } from "./rights.ts";

const area = "Dashboards";
const params = z.strictObject({ artifactId: idOf("artifact") });

export const listDashboards = endpoint({
  name: "listDashboards",
  method: "GET",
  path: "/v2/artifacts",
  area,
  bareErrors: "with_issues",
  summary: "Dashboards of the caller, or those published",
  access: { scope: "team", by: "query.team_id", role: "team:member", unnamed: "self" },
  reads: ["artifact"],
  query: z.strictObject({
    ...pageOf(20, 100),
    /**
     * `team` has private ones of former members too, for Administrators. `shared` is in the specification and always empty: nothing is shared with
     * one person.
     */
    scope: z.enum(["created", "shared", "team"]).default("created"),
    team_id: idOf("team").optional(),
  }),
  reply: record("ArtifactPage", { artifacts: z.array(Artifact), total: int53, limit: int53, offset: int53 }),
});

export const getDashboard = endpoint({
  name: "getDashboard",
  method: "GET",
  path: "/v2/artifacts/{artifactId}",
  area,
  bareErrors: "with_issues",
  summary: "A dashboard, and what the caller may do with it",
  access: { scope: "team", by: "artifactId", role: "team:member" },
  reads: ["artifact"],
  params,
  reply: z.strictObject({ artifact: Artifact, is_creator: z.boolean(), can_edit: z.boolean() }),
});

export const updateDashboard = endpoint({
  name: "updateDashboard",
  method: "PATCH",
  path: "/v2/artifacts/{artifactId}",
  area,
  bareErrors: "with_issues",
  summary: "Rename a dashboard, or say how often it is read again",
  access: { scope: "team", by: "artifactId", role: "team:member" },
  may: editsDashboard,
  changes: ["artifact"],
  records: "dashboard.updated",
  params,
  body: z.strictObject({ title: dashboardTitle.optional(), refresh_frequency: z.enum(refreshFrequencies).nullable().optional() }),
  reply: Artifact,
  errors: ["forbidden"],
});

export const deleteDashboard = endpoint({
  name: "deleteDashboard",
  method: "DELETE",
  path: "/v2/artifacts/{artifactId}",
  area,
  bareErrors: "with_issues",
  summary: "Delete a dashboard with its versions",
  access: { scope: "team", by: "artifactId", role: "team:member" },
  may: ownsDashboard,
  changes: ["artifact", "artifact_message"],
  records: "dashboard.deleted",
  params,
  reply: Success,
  errors: ["forbidden"],
});

/** A private one of a former member becomes that of the Administrator who calls it. */
export const publishDashboard = endpoint({
  name: "publishDashboard",
  method: "POST",
  path: "/v2/artifacts/{artifactId}/publish",
  area,
  bareErrors: "with_issues",
  summary: "Publish a dashboard, or take it back",
  access: { scope: "team", by: "artifactId", role: "team:member" },
  may: ownsDashboard,
  changes: ["artifact", "artifact_message"],
  records: "dashboard.published",
  params,
  body: z.strictObject({
    visibility: z.enum(visibilities).exclude(["teams"]),
    permission: z.enum(publishPermissions).optional(),
  }),
  reply: Artifact,
  errors: ["forbidden", "no_page"],
});

export const duplicateDashboard = endpoint({
  name: "duplicateDashboard",
  method: "POST",
  path: "/v2/artifacts/{artifactId}/duplicate",
  area,
  bareErrors: "with_issues",
  summary: "A private copy of the page",
  access: { scope: "team", by: "artifactId", role: "team:member" },
  changes: ["artifact"],
  params,
  reply: Artifact,
  status: 201,
  errors: ["no_page", "generating"],
  creates: "replayed",
});
