import { endpoint } from "#contract/endpoint.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { zone } from "#contract/zone.ts";
import { z } from "#contract/zod.ts";
import { PageAnswers } from "./answers.ts";
import { Query, QueryFilter, Range } from "./page.ts";

const { parameter: _, values, ...filter } = QueryFilter.shape;
/** As a query of a dashboard. Parameters belong to its page, and what a connection answered to the dashboard that read it. */
const FigureQuery = record("FigureQuery", {
  ...Query.shape,
  source: Query.shape.source.exclude(["connections"]),
  filters: z.array(record("FigureFilter", { ...filter, values: values.unwrap() })).max(10),
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
