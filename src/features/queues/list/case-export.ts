import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { patiently } from "#api/patiently.ts";
import type { Case } from "#contract/queues/case.ts";
import type { Queue } from "#contract/queues/queues.ts";
import { type CaseScope, fetchCasePage } from "#features/queues/case-queries.ts";
import { objectIn } from "#features/queues/data/data-blank.ts";
import { fieldCell, fieldHead, type ImportField, importFields } from "#features/queues/import/import-fields.ts";
import { labelsCell } from "#features/queues/labels/label-text.ts";
import { queueSchemaRead } from "#features/queues/schema/schema-queries.ts";
import { csvText } from "#ui/csv-text.ts";
import { useExport } from "#ui/use-export.ts";

const exportLimit = 100_000;

/** Reads all cases that fit the filters, not what is loaded. Fields of the queue's schema have columns of their own, in its order. */
export function useCaseExport({ id, name }: Queue, scope: CaseScope) {
  const client = useQueryClient();
  const fields = useRef<readonly ImportField[]>([]);
  return useExport<Case, "csv">({
    walk: async function* (signal) {
      const { schema } = await client.fetchQuery(queueSchemaRead(id));
      fields.current = schema ? importFields(schema) : [];
      yield* walkCases(scope, signal);
    },
    most: exportLimit,
    words: ["case", "cases"],
    fileOf: (cases) => ({
      name: `${fileName(name)}.csv`,
      type: "text/csv;charset=utf-8",
      text: csvText([[...heads, ...fields.current.map(fieldHead)], ...cases.map((one) => cellsOf(one, fields.current))]),
    }),
  });
}

/** In the order of the list, one page after the other behind the requests of people. */
async function* walkCases(scope: CaseScope, signal: AbortSignal): AsyncGenerator<{ rows: Case[]; total: number }> {
  let after: string | undefined;
  for (let read = 0; read < exportLimit;) {
    const page = await patiently(() => fetchCasePage(scope, after, { priority: "background", signal }), { signal, again: 5 });
    const rows = page.cases.slice(0, exportLimit - read);
    read += rows.length;
    yield { rows, total: page.total };
    if (page.next === null) return;
    after = page.next;
  }
}

const heads = [
  "id",
  "title",
  "status",
  "priority",
  "labels",
  "data",
  "created_at",
  "updated_at",
  "completed_at",
  "postponed_to",
  "created_by",
  "claimed_by_run_id",
  "failure_reason",
  "rubrics_passed",
  "rubrics",
];

function cellsOf(one: Case, fields: readonly ImportField[]): (string | number | null)[] {
  const data = fields.length > 0 ? (objectIn(one.data) ?? {}) : {};
  const judged = one.eval_summary?.status === "ready" ? one.eval_summary : undefined;
  return [
    one.id,
    one.title,
    one.display_status,
    one.priority,
    // As an import reads them.
    labelsCell(one.labels),
    one.data,
    one.created_at,
    one.updated_at,
    one.completed_at,
    one.postponed_to,
    one.created_by_user_name ?? one.created_by_user_email,
    one.claimed_by_run_id,
    one.failure_reason,
    judged ? judged.passed : null,
    judged ? judged.total : null,
    ...fields.map((field) => fieldCell(data, field)),
  ];
}

/** The queue and the day, without what file systems refuse. */
function fileName(queue: string): string {
  return `${queue.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "") || "cases"}-${new Date().toISOString().slice(0, 10)}`;
}
