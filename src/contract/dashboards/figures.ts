import { endpoint } from "#contract/endpoint.ts";
import { idOf } from "#contract/ids.ts";
import { zone } from "#contract/zone.ts";
import { z } from "#contract/zod.ts";
import { PageAnswers } from "./answers.ts";
import { Query, Range } from "./page.ts";

export const countFigures = endpoint({
  name: "countFigures",
  method: "POST",
  readOnly: true,
  path: "/v2/teams/{teamId}/figures",
  area: "Dashboards",
  bareErrors: "with_issues",
  summary: "Figures of a team at one moment, counted as dashboards count them",
  access: { scope: "team", by: "teamId", role: "team:member" },
  reads: ["team"],
  ours: "The overviews of the console and clients count what dashboards count, without writing one.",
  params: z.strictObject({ teamId: idOf("team") }),
  body: z.strictObject({
    zone,
    range: Range,
    /** As of a dashboard, without parameters: those belong to a page, as what a connection answered belongs to the dashboard that read it. */
    queries: z.array(Query).min(1).max(12),
  }),
  reply: PageAnswers,
  errors: [],
});
