import { endpoint } from "#contract/endpoint.ts";
import { timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { PageAnswers } from "./answers.ts";
import { Chosen, key, Page } from "./page.ts";

/** What a tool of a connection answered: the rows of a page's queries. */
export const DashboardRead = record("DashboardRead", {
  name: key,
  connection_name: z.string(),
  tool: z.string(),
  read_at: timestamp,
  /** Why it could not be read again. */
  failure: z.string().nullable(),
});
export type DashboardRead = z.output<typeof DashboardRead>;

export const viewDashboard = endpoint({
  name: "viewDashboard",
  method: "POST",
  readOnly: true,
  path: "/v2/artifacts/{artifactId}/view",
  area: "Dashboards",
  bareErrors: "with_issues",
  summary: "A dashboard's page and figures",
  access: { scope: "team", by: "artifactId", role: "team:member" },
  reads: ["artifact"],
  ours: "The console shows live figures, and the rows behind each of them.",
  params: z.strictObject({ artifactId: idOf("artifact") }),
  body: z.strictObject({
    chosen: Chosen.optional(),
    /** An earlier version, for those who can edit. */
    revision_id: uuid.optional(),
    /**
     * What is being written, as far as it is, for those who can edit. Where nothing is, the version that is shown, and before the first one what the
     * last attempt left.
     */
    in_work: z.boolean().optional(),
  }),
  reply: record("DashboardView", {
    /** Null: of what is being written. */
    revision_id: uuid.nullable(),
    version: z.int().nullable(),
    page: Page,
    answers: PageAnswers,
    reads: z.array(DashboardRead),
    html: z.string(),
  }),
  errors: ["forbidden", "no_page"],
});

export const getDashboardThumbnail = endpoint({
  name: "getDashboardThumbnail",
  method: "GET",
  path: "/v2/artifacts/{artifactId}/thumbnail",
  area: "Dashboards",
  bareErrors: "with_issues",
  summary: "A sketch of a dashboard",
  access: { scope: "team", by: "artifactId", role: "team:member" },
  reads: ["artifact"],
  ours: "The console shows dashboards side by side.",
  params: z.strictObject({ artifactId: idOf("artifact") }),
  query: z.strictObject({
    theme: z.enum(["light", "dark"]).default("light"),
    /** Has no effect: another version has another address. */
    version: uuid.optional(),
  }),
  reply: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  download: "image/svg+xml",
  errors: ["no_page"],
});
