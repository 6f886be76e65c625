import { endpoint } from "#contract/endpoint.ts";
import { page, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { displayStatuses } from "./case.ts";
import { caseSearch } from "./case-filters.ts";

/** What tells a case from those of other queues. */
export const FoundCase = record("FoundCase", {
  id: uuid,
  title: z.string(),
  display_status: z.enum(displayStatuses),
  queue_id: uuid,
  queue_name: z.string(),
});
export type FoundCase = z.output<typeof FoundCase>;

const { limit } = page(10, 50);

export const findTeamCases = endpoint({
  name: "findTeamCases",
  method: "GET",
  path: "/v2/teams/{teamId}/cases",
  area: "Cases",
  summary: "The newest cases in all queues of a team that a search finds, as the search of each queue would",
  access: { scope: "team", by: "teamId", role: "team:member" },
  reads: ["case"],
  ours: "A person with an invoice number seldom knows its queue, and would have to search each of them.",
  params: z.strictObject({ teamId: idOf("team") }),
  query: z.strictObject({ limit, search: caseSearch }),
  reply: z.strictObject({ cases: z.array(FoundCase) }),
});
