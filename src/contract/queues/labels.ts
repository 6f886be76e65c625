import { Deletion, deletionOurs } from "#contract/deletion.ts";
import { endpoint } from "#contract/endpoint.ts";
import { int53, isOneLine, isVisible, nameUpTo, page, storable, Success, text, uuid } from "#contract/fields.ts";
import { hasUnseen, unseenRefused } from "#contract/unseen.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

/** The upper limits of key and value are ours. An empty key makes a plain tag; what cannot be seen would look like one. */
export const labelKey = text(0, 100)
  .refine((key) => key === "" || isVisible(key), { error: "Leave it empty, or give it a name" })
  .trim()
  .refine(isOneLine, { error: "Use a single line" })
  .refine((key) => !hasUnseen(key), unseenRefused);
export const labelValue = nameUpTo(100);
/** Of one queue (ours): as many as a list answers at most, so that none is ever left out of one. */
export const maxQueueLabels = 1000;
/** A hue in degrees. */
export const colorHue = z.number().min(0).max(360);

/** Of a label that is made without one: the same for all labels of a key, and for a plain tag always the same. */
export function hueOf({ key = "", value = "" }: { key?: string | undefined; value?: string | undefined }): number {
  let hash = 0;
  for (const letter of key || value) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hash % 360;
}

export const Label = record("Label", { id: uuid, key: z.string(), value: z.string(), color_hue: colorHue });
export type Label = z.output<typeof Label>;

/** A label and how many cases carry it. */
export const CountedLabel = record("CountedLabel", { ...Label.shape, case_count: int53 });
export type CountedLabel = z.output<typeof CountedLabel>;

const area = "Queues";
const access = { scope: "team", by: "queue_id", role: "team:member" } as const;
const one = z.strictObject({ queue_id: idOf("queue"), label_id: idOf("label") });

export const listQueueLabels = endpoint({
  name: "listQueueLabels",
  method: "GET",
  path: "/v2/queues/{queue_id}/labels",
  area,
  summary: "The labels of a queue by key and value, with the number of cases of each",
  access,
  reads: ["label", "queue"],
  params: z.strictObject({ queue_id: idOf("queue") }),
  query: z.strictObject({
    ...page(maxQueueLabels, maxQueueLabels),
    /** Part of the key or the value, case ignored (ours). */
    search: z.string().max(200).refine(storable, { error: "This contains characters that cannot be stored" }).optional(),
  }),
  reply: z.strictObject({
    labels: z.array(CountedLabel),
    /** Ours: how many fit in all. */
    total: int53,
  }),
});

export const createQueueLabel = endpoint({
  name: "createQueueLabel",
  method: "POST",
  path: "/v2/queues/{queue_id}/labels",
  area,
  summary: "Create a label; without a hue, labels of one key get the same. A queue has room for 1,000",
  access,
  records: "label.created",
  changes: ["label"],
  params: z.strictObject({ queue_id: idOf("queue") }),
  body: z.strictObject({ key: labelKey.optional().meta({ default: "" }), value: labelValue, color_hue: colorHue.optional() }),
  reply: z.strictObject({ label: CountedLabel }),
  status: 200,
  errors: ["name_taken", "too_many"],
  creates: "replayed",
});

export const updateQueueLabel = endpoint({
  name: "updateQueueLabel",
  method: "PATCH",
  path: "/v2/queues/{queue_id}/labels/{label_id}",
  area,
  summary: "Change key, value or hue of a label, on every case that has it",
  access,
  records: "label.updated",
  changes: ["label", "case"],
  params: one,
  body: z.strictObject({ key: labelKey.optional(), value: labelValue.optional(), color_hue: colorHue.optional() }),
  reply: z.strictObject({ label: Label }),
  errors: ["name_taken"],
});

export const deleteQueueLabel = endpoint({
  name: "deleteQueueLabel",
  method: "DELETE",
  path: "/v2/queues/{queue_id}/labels/{label_id}",
  area,
  summary: "Delete a label and remove it from every case",
  access,
  records: "label.deleted",
  changes: ["label", "case", "queue"],
  params: one,
  reply: Success,
});

export const previewQueueLabelDeletion = endpoint({
  name: "previewQueueLabelDeletion",
  method: "GET",
  path: "/v2/queues/{queue_id}/labels/{label_id}/deletion",
  area,
  summary: "What loses a label when it is deleted; changes nothing",
  access,
  reads: [],
  ours: deletionOurs,
  params: one,
  reply: Deletion,
});
