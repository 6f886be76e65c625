import { endpoint } from "#contract/endpoint.ts";
import { idOf } from "#contract/ids.ts";
import { z } from "#contract/zod.ts";
import { editsDashboard } from "./rights.ts";

const dashboard = {
  area: "Dashboards",
  bareErrors: "with_issues",
  access: { scope: "team", by: "artifactId", role: "team:member" },
  reads: ["artifact"],
  params: z.strictObject({ artifactId: idOf("artifact") }),
  reply: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
} as const;
const html = { download: "text/html; charset=utf-8" } as const;
/** Without it as the reader's system has it; on paper, light. */
const themed = z.strictObject({ theme: z.enum(["light", "dark"]).optional() });

export const getDashboardHtml = endpoint({
  ...dashboard,
  ...html,
  name: "getDashboardHtml",
  method: "GET",
  path: "/v2/artifacts/{artifactId}/render",
  summary: "The page of a dashboard as HTML",
});

export const exportDashboardHtml = endpoint({
  ...dashboard,
  ...html,
  name: "exportDashboardHtml",
  method: "GET",
  path: "/v2/artifacts/{artifactId}/export/html",
  summary: "The page as a file",
  query: themed,
});

export const getDashboardPdf = endpoint({
  ...dashboard,
  download: "application/pdf",
  name: "getDashboardPdf",
  method: "GET",
  path: "/v2/artifacts/{artifactId}/export/pdf",
  summary: "The page as PDF",
  query: themed,
  errors: ["chromium_unavailable"],
});

export const getDashboardVersionHtml = endpoint({
  ...dashboard,
  ...html,
  name: "getDashboardVersionHtml",
  method: "GET",
  path: "/v2/artifacts/{artifactId}/revisions/{revisionId}/render",
  summary: "The page of one version",
  may: editsDashboard,
  params: z.strictObject({ artifactId: idOf("artifact"), revisionId: idOf("artifact_revision") }),
  errors: ["forbidden"],
});
