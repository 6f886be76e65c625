import { endpoint } from "#contract/endpoint.ts";
import { exportForm, exportOurs, fileOf } from "#contract/export.ts";
import { z } from "#contract/zod.ts";
import { Case } from "./case.ts";
import { caseColumns } from "./case-columns.ts";
import { CaseFilters, caseOrder, caseSearch } from "./case-filters.ts";
import { searchCases } from "./cases.ts";

const judged = ({ eval_summary: summary }: Case) => (summary?.status === "ready" ? summary : undefined);

/** Heads that an import knows again. Where data are objects, their keys have columns instead of `data`, last: see case-data-columns.ts. */
const columns = fileOf(caseColumns, {
  data: { data: (one: Case) => one.data },
  more: {
    updated_at: (one: Case) => one.updated_at,
    completed_at: (one: Case) => one.completed_at,
    postponed_to: (one: Case) => one.postponed_to,
    created_by: (one: Case) => one.created_by_user_name ?? one.created_by_user_email,
    claimed_by_run_id: (one: Case) => one.claimed_by_run_id,
    failure_reason: (one: Case) => one.failure_reason,
    rubrics_passed: (one: Case) => judged(one)?.passed ?? null,
    rubrics: (one: Case) => judged(one)?.total ?? null,
  },
});

/** What no column of a key is called. */
export const caseHeads: ReadonlySet<string> = new Set(Object.values(columns).flatMap(Object.keys));

export const exportCases = endpoint({
  name: "exportCases",
  method: "POST",
  readOnly: true,
  path: "/v2/queues/{queue_id}/exports/cases",
  area: "Cases",
  summary: "Cases of a queue as a file; in CSV each top-level key of data is a column, up to 200; other_data has the rest",
  access: searchCases.access,
  reads: searchCases.reads,
  ours: exportOurs,
  params: searchCases.params,
  body: z.strictObject({ filters: CaseFilters.optional(), search: caseSearch.optional(), ...caseOrder, ...exportForm(columns) }),
  exports: columns,
  reply: Case,
  errors: ["too_many"],
});
