import { endpoint } from "#contract/endpoint.ts";
import { text } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { zone } from "#contract/zone.ts";
import { z } from "#contract/zod.ts";
import { PageAnswers } from "./answers.ts";
import { fieldName, Query, QueryFilter, Range } from "./page.ts";

/** As a query of a dashboard; what a connection answered belongs to the dashboard that read it, and parameters to a page. */
const FigureQuery = record("FigureQuery", {
  ...Query.shape,
  source: Query.shape.source.exclude(["connections"]),
  filters: z
    .array(record("FigureFilter", { by: fieldName, kind: QueryFilter.shape.kind, values: z.array(text(1, 200)).min(1).max(20) }))
    .max(10)
    .default([]),
});

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
    queries: z.array(FigureQuery).min(1).max(12),
  }),
  reply: PageAnswers,
  errors: [],
});
