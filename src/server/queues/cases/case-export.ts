import type { ExportColumns } from "#contract/export.ts";
import type { Case } from "#contract/queues/case.ts";
import type * as contract from "#contract/queues/case-export.ts";
import { caseFields, fieldCell, fieldHead, type Json, objectIn } from "#contract/queues/case-fields.ts";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import { pageAfterPage } from "#server/platform/db/portions.ts";
import { totalCaches } from "#server/platform/db/total-cache.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { findQueue } from "#server/queues/queues/queues.store.ts";
import { findQueueSchema } from "#server/queues/schemas/case-schemas.store.ts";
import { selectionOf } from "./case-conditions.ts";
import { listCasePage, type CasePage } from "./case-list.store.ts";
import type { Matches } from "./case-totals.store.ts";

const matchesOf = totalCaches<Matches>();

export const caseExportHandlers: Handlers<typeof contract> = {
  async exportCases({ params: { queue_id: id }, body }, { db, store }) {
    const { filters = {}, search, sort_by = "created_at", sort_order = "desc" } = body;
    const [queue, declared] = await Promise.all([findQueue(db, id), findQueueSchema(db, id)]);
    if (!queue) throw refuse("not_found");
    const selection = await selectionOf(db, id, { ...filters, search });
    const read = async (after?: string) =>
      pageOf(await listCasePage(store, matchesOf(store), selection, { limit: 100, offset: 0, sort_by, sort_order, after }));
    const first = await read();
    const fields = declared?.schema ? fieldCells(declared.schema) : {};
    return { name: fileName(queue.name), total: first.total, pages: pageAfterPage(first, read), adds: { data: fields } };
  },
};

const pageOf = ({ cases, total, next }: CasePage) => ({ rows: cases, total, next });

/** Each field in the words that an import reads. */
function fieldCells(schema: CaseSchema): ExportColumns<Case>[string] {
  // The fields of a case are asked for one after the other.
  let last: { readonly one: Case; readonly data: Json } | undefined;
  const dataOf = (one: Case) => {
    if (last?.one !== one) last = { one, data: objectIn(one.data) ?? {} };
    return last.data;
  };
  return Object.fromEntries(caseFields(schema).map((field) => [fieldHead(field), (one: Case) => fieldCell(dataOf(one), field)]));
}

/** Without what file systems refuse. */
function fileName(queue: string): string {
  return queue.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "") || "cases";
}
