import { endpoint } from "#contract/endpoint.ts";
import { int53, page, text, uuid } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";

/** The upper limits of key and value are ours. An empty key makes a plain tag. */
export const labelKey = text(0, 100);
export const labelValue = text(1, 100);
/** A hue in degrees. */
export const colorHue = z.number().min(0).max(360);

export const Label = z.strictObject({ id: uuid, key: z.string(), value: z.string(), color_hue: colorHue });
export type Label = z.output<typeof Label>;

/** A label and how many cases carry it. */
export const CountedLabel = z.strictObject({ ...Label.shape, case_count: int53 });
export type CountedLabel = z.output<typeof CountedLabel>;

const area = "Queues";
const access = { kind: "team", by: "queue_id", role: "team:member" } as const;
const one = z.strictObject({ queue_id: uuid, label_id: uuid });

export const listQueueLabels = endpoint({
  name: "listQueueLabels",
  method: "GET",
  path: "/v2/queues/{queue_id}/labels",
  area,
  summary: "The labels of a queue by key and value, with the number of cases that carry each",
  access,
  params: z.strictObject({ queue_id: uuid }),
  query: z.strictObject(page(1000, 1000)),
  reply: z.strictObject({ labels: z.array(CountedLabel) }),
});

export const createQueueLabel = endpoint({
  name: "createQueueLabel",
  method: "POST",
  path: "/v2/queues/{queue_id}/labels",
  area,
  summary: "Create a label; without a hue, labels of one key get the same",
  access,
  params: z.strictObject({ queue_id: uuid }),
  body: z.strictObject({ key: labelKey.optional(), value: labelValue, color_hue: colorHue.optional() }),
  reply: z.strictObject({ label: CountedLabel }),
  status: 200,
  errors: ["name_taken"],
  creates: "replayed",
});

export const updateQueueLabel = endpoint({
  name: "updateQueueLabel",
  method: "PATCH",
  path: "/v2/queues/{queue_id}/labels/{label_id}",
  area,
  summary: "Change key, value or hue of a label, for every case that carries it",
  access,
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
  summary: "Delete a label and take it off every case",
  access,
  params: one,
  reply: z.strictObject({ success: z.boolean() }),
});
