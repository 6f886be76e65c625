import type * as contract from "#contract/queues/case-labels.ts";
import { maxQueueLabels } from "#contract/queues/labels.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { tellOfCases } from "#server/queues/cases/case-changes.ts";
import { requireCaseOf } from "#server/queues/cases/require-case.ts";
import { linkLabels } from "#server/queues/cases/case-writes.store.ts";
import { knownLabels, listCaseLabels, unlinkLabels } from "./labels.store.ts";

export const caseLabelHandlers: Handlers<typeof contract> = {
  async listCaseLabels({ params, query }, context) {
    await requireCaseOf(context.db, params);
    return { labels: await listCaseLabels(context.db, params.case_id, query) };
  },

  async assignCaseLabels({ params, body }, context) {
    const { db } = context;
    await requireCaseOf(context.db, params);
    await linkLabels(
      db,
      params.queue_id,
      body.labels.map((label) => ({ caseId: params.case_id, label })),
    );
    tellOfCases(context, params.queue_id, [params.case_id]);
    return { labels: await listCaseLabels(db, params.case_id, { limit: maxQueueLabels, offset: 0 }) };
  },

  async unlinkCaseLabels({ params, body }, context) {
    await requireCaseOf(context.db, params);
    const known = await knownLabels(context.db, params.queue_id, body.label_ids);
    const unknown = body.label_ids.find((id) => !known.has(id));
    if (unknown) throw refuse("not_found", `This queue has no label with the id ${unknown}. Nothing was changed.`);
    if ((await unlinkLabels(context.db, params.case_id, body.label_ids)) > 0) tellOfCases(context, params.queue_id, [params.case_id]);
    return { success: true };
  },
};
