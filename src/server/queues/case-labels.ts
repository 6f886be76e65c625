import { sql } from "drizzle-orm";
import type * as contract from "#contract/queues/case-labels.ts";
import { maxQueueLabels } from "#contract/queues/labels.ts";
import type { Context, Handlers } from "#server/http/context.ts";
import { invalid, refuse } from "#server/http/refusal.ts";
import { tellOfCases } from "./case-changes.ts";
import { linkLabels } from "./case-writes.store.ts";
import { knownLabels, listCaseLabels, unlinkLabels } from "./labels.store.ts";
import { lockQueue } from "./queues.store.ts";

export const caseLabelHandlers: Handlers<typeof contract> = {
  async listCaseLabels({ params, query }, context) {
    await requireCase(context, params);
    return { labels: await listCaseLabels(context.db, params.case_id, query) };
  },

  async assignCaseLabels({ params, body }, context) {
    const { db } = context;
    await requireCase(context, params);
    await linkLabels(
      db,
      params.queue_id,
      body.labels.map((label) => ({ caseId: params.case_id, label })),
    );
    tellOfCases(context, params.queue_id, [params.case_id]);
    return { labels: await listCaseLabels(db, params.case_id, { limit: maxQueueLabels, offset: 0 }) };
  },

  async unlinkCaseLabels({ params, body }, context) {
    await requireCase(context, params);
    const known = await knownLabels(context.db, params.queue_id, body.label_ids);
    const unknown = body.label_ids.findIndex((id) => !known.has(id));
    if (unknown >= 0) throw invalid(["label_ids", unknown], "There is no such label in this queue");
    if ((await unlinkLabels(context.db, params.case_id, body.label_ids)) > 0) tellOfCases(context, params.queue_id, [params.case_id]);
    return { success: true };
  },
};

/** The case has to lie in the queue of the address. It stays there until the request is done. */
async function requireCase({ db }: Context, { queue_id, case_id }: { queue_id: string; case_id: string }): Promise<void> {
  if (!(await lockQueue(db, queue_id, "key share"))) throw refuse("not_found");
  const { rows } = await db.execute(sql`select 1 from cases where id = ${case_id} and queue_id = ${queue_id} for key share`);
  if (rows.length === 0) throw refuse("not_found");
}
