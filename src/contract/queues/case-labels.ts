import { endpoint } from "#contract/endpoint.ts";
import { page, Success, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { z } from "#contract/zod.ts";
import { NamedLabel } from "./case.ts";
import { Label } from "./labels.ts";

const area = "Cases";
const access = { scope: "team", by: "queue_id", role: "team:member" } as const;
const one = z.strictObject({ queue_id: idOf("queue"), case_id: idOf("case") });
const reply = z.strictObject({ labels: z.array(Label) });

export const listCaseLabels = endpoint({
  name: "listCaseLabels",
  method: "GET",
  path: "/v2/queues/{queue_id}/cases/{case_id}/labels",
  area,
  summary: "The labels of a case by key and value",
  access,
  reads: ["case"],
  params: one,
  query: z.strictObject(page(1000, 1000)),
  reply,
});

export const assignCaseLabels = endpoint({
  name: "assignCaseLabels",
  method: "POST",
  path: "/v2/queues/{queue_id}/cases/{case_id}/labels",
  area,
  summary: "Add labels to a case, creating those the queue does not have; returns all labels of the case",
  access,
  records: "case.labels_changed",
  changes: ["case", "queue", "label"],
  params: one,
  body: z.strictObject({ labels: z.array(NamedLabel).min(1).max(50) }),
  reply,
  errors: ["too_many"],
});

export const unlinkCaseLabels = endpoint({
  name: "unlinkCaseLabels",
  method: "POST",
  path: "/v2/queues/{queue_id}/cases/{case_id}/labels/unlink",
  area,
  summary: "Remove labels from a case; labels of the queue that it does not have are ignored",
  access,
  records: "case.labels_changed",
  changes: ["case", "queue", "label"],
  params: one,
  /** The upper limit is ours. */
  body: z.strictObject({ label_ids: z.array(uuid).min(1).max(1000) }),
  reply: Success,
});
