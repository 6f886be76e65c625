import { endpoint } from "#contract/endpoint.ts";
import { uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { ClarityLabelPage, labelHue, labelQuery, labelValue } from "./labels.ts";
import { AssignedLabel } from "./node.ts";

const area = "Clarity";
const params = z.strictObject({ id: idOf("clarity_process") });
const reply = z.strictObject({ labels: z.array(AssignedLabel) });
const labelIds = z.array(uuid).min(1).max(50);
/** Of one process (ours). */
export const maxProcessLabels = 50;

export const listClarityProcessAssignedLabels = endpoint({
  name: "listClarityProcessAssignedLabels",
  method: "GET",
  path: "/v2/clarity/processes/{id}/labels",
  area,
  summary: "The labels of a process",
  access: { scope: "team", by: "id", role: "team:member" },
  reads: ["clarity_label", "clarity_process"],
  params,
  reply,
});

export const assignClarityProcessLabels = endpoint({
  name: "assignClarityProcessLabels",
  method: "POST",
  path: "/v2/clarity/processes/{id}/labels/assign",
  area,
  summary: "Add labels to a process; those named by their value are made if they are missing",
  access: { scope: "team", by: "id", role: "team:builder" },
  changes: ["clarity_label"],
  params,
  body: z
    .strictObject({
      labelIds: labelIds.optional(),
      labels: z
        .array(record("ClarityNewLabel", { value: labelValue, colorHue: labelHue.optional() }))
        .min(1)
        .max(50)
        .optional(),
    })
    .refine(({ labelIds: ids, labels }) => ids !== undefined || labels !== undefined, { error: "Name a label" }),
  reply,
  errors: ["too_many"],
});

export const unlinkClarityProcessLabels = endpoint({
  name: "unlinkClarityProcessLabels",
  method: "POST",
  path: "/v2/clarity/processes/{id}/labels/unlink",
  area,
  summary: "Remove labels from a process",
  access: { scope: "team", by: "id", role: "team:builder" },
  changes: ["clarity_label"],
  params,
  body: z.strictObject({ labelIds }),
  reply,
});

export const listAvailableClarityProcessLabels = endpoint({
  name: "listAvailableClarityProcessLabels",
  method: "GET",
  path: "/v2/clarity/processes/{id}/available-labels",
  area,
  summary: "The labels that a process does not have",
  access: { scope: "team", by: "id", role: "team:member" },
  reads: ["clarity_label", "clarity_process"],
  params,
  query: labelQuery,
  reply: ClarityLabelPage,
});
