import { hueOf } from "#contract/queues/labels.ts";
import type * as contract from "#contract/queues/labels.ts";
import { unlessDuplicate } from "#server/platform/db/duplicate.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import {
  findLabel,
  holdLabels,
  insertLabel,
  listLabels,
  lockLabel,
  patchLabel,
  removeLabel,
  requireRoomForLabels,
} from "./labels.store.ts";
import { findLabelDeletion } from "#server/queues/queues/queue-deletion.store.ts";
import { lockQueue } from "#server/queues/queues/queues.store.ts";

export const labelHandlers: Handlers<typeof contract> = {
  async listQueueLabels({ params, query }, { db }) {
    return listLabels(db, params.queue_id, query);
  },

  async createQueueLabel({ params, body: { key = "", value, color_hue } }, context) {
    // The queue may be deleted at this moment: its row is held until the label is stored.
    if (!(await lockQueue(context.db, params.queue_id))) throw refuse("not_found");
    await holdLabels(context.db, params.queue_id);
    const label = await insertLabel(context.db, params.queue_id, { key, value, color_hue: color_hue ?? hueOf({ key, value }) });
    if (!label) throw taken(key, value);
    await requireRoomForLabels(context.db, params.queue_id);
    return { label };
  },

  async updateQueueLabel({ params, body }, context) {
    const { db } = context;
    const before = await lockLabel(db, params.queue_id, params.label_id);
    if (!before) throw refuse("not_found");
    if (Object.keys(body).length === 0) return { label: before };
    const label = await unlessDuplicate(db, (tx) => patchLabel(tx, before.id, body));
    if (!label) throw taken(body.key ?? before.key, body.value ?? before.value);
    context.changed("case", "*");
    return { label };
  },

  async deleteQueueLabel({ params }, context) {
    // Who changes many cases at once holds the queue, and writes what labels say of them in another order than this does.
    if (!(await lockQueue(context.db, params.queue_id))) throw refuse("not_found");
    if (!(await removeLabel(context.db, params.queue_id, params.label_id))) throw refuse("not_found");
    context.changed("case", "*");
    return { success: true };
  },

  async previewQueueLabelDeletion({ params }, { db }) {
    const label = await findLabel(db, params.queue_id, params.label_id);
    if (!label) throw refuse("not_found");
    return findLabelDeletion(db, params.queue_id, label);
  },
};

function taken(key: string, value: string) {
  return refuse("name_taken", `This queue has the label “${key === "" ? value : `${key}: ${value}`}” already.`);
}
