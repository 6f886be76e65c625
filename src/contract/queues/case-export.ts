import { endpoint } from "#contract/endpoint.ts";
import { type ExportColumns, exportForm, exportOurs } from "#contract/export.ts";
import { z } from "#contract/zod.ts";
import { Case } from "./case.ts";
import { labelsCell } from "./case-fields.ts";
import { CaseFilters, caseOrder, caseSearch } from "./case-filters.ts";
import { searchCases } from "./cases.ts";

const judged = ({ eval_summary: summary }: Case) => (summary?.status === "ready" ? summary : undefined);

/** Heads that an import knows again. The fields of a queue's schema follow, with `data`. */
const columns = {
  title: { id: (one) => one.id, title: (one) => one.title },
  status: { status: (one) => one.display_status },
  priority: { priority: (one) => one.priority },
  labels: { labels: (one) => labelsCell(one.labels) },
  data: { data: (one) => one.data },
  created: { created_at: (one) => one.created_at },
  more: {
    updated_at: (one) => one.updated_at,
    completed_at: (one) => one.completed_at,
    postponed_to: (one) => one.postponed_to,
    created_by: (one) => one.created_by_user_name ?? one.created_by_user_email,
    claimed_by_run_id: (one) => one.claimed_by_run_id,
    failure_reason: (one) => one.failure_reason,
    rubrics_passed: (one) => judged(one)?.passed ?? null,
    rubrics: (one) => judged(one)?.total ?? null,
  },
} as const satisfies ExportColumns<Case>;

export const exportCases = endpoint({
  name: "exportCases",
  method: "POST",
  readOnly: true,
  path: "/v2/queues/{queue_id}/exports/cases",
  area: "Cases",
  summary: "The cases of a queue as a file; the fields of its schema have columns of their own",
  access: searchCases.access,
  reads: searchCases.reads,
  ours: exportOurs,
  params: searchCases.params,
  body: z.strictObject({ filters: CaseFilters.optional(), search: caseSearch.optional(), ...caseOrder, ...exportForm(columns) }),
  exports: columns,
  reply: Case,
  errors: ["too_many"],
});
