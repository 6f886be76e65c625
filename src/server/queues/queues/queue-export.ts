import type * as contract from "#contract/queues/queue-export.ts";
import { inPortions } from "#server/platform/db/portions.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { listQueueIds, readQueueRows } from "./queues.store.ts";

export const queueExportHandlers: Handlers<typeof contract> = {
  async exportQueues({ body }, { db, config, team }) {
    const { search, automation_id: automationId } = body;
    const ids = await listQueueIds(db, { teamId: team.id, automationId, search }, config.exportRows + 1);
    return { name: "queues", total: ids.length, pages: inPortions(ids, 500, (portion) => readQueueRows(db, portion)) };
  },
};
