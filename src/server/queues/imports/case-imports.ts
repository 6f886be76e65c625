import type * as contract from "#contract/queues/case-imports.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { insertImport, listRefused } from "./case-imports.store.ts";
import { changed } from "#server/queues/jobs/case-jobs.ts";
import { findJob, insertWithRoom } from "#server/queues/jobs/case-jobs.store.ts";
import { countWaiting, digestOf, findEarlier } from "./earlier-imports.store.ts";
import { requireTyping } from "#server/queues/schemas/typed-data.ts";

export const caseImportHandlers: Handlers<typeof contract, EngineContext> = {
  async startCaseImport({ params: { queue_id }, body }, context) {
    const { db, caller } = context;
    const id = await insertWithRoom(db, queue_id, async () => {
      await requireTyping(db, queue_id);
      return insertImport(db, { ...body, queueId: queue_id, userId: caller.userId });
    });
    changed(context, id);
    return { job: await findJob(db, queue_id, id) };
  },

  async previewCaseImport({ params: { queue_id }, body: { header, rows, titles } }, { db }) {
    return {
      earlier: await findEarlier(db, queue_id, digestOf(header, rows)),
      waiting_titles: await countWaiting(db, queue_id, titles),
    };
  },

  async listRefusedRows({ params, query }, { db }) {
    const { id } = await findJob(db, params.queue_id, params.job_id);
    return listRefused(db, id, query);
  },
};
