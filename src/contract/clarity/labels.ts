import { endpoint } from "#contract/endpoint.ts";
import { int53, nameUpTo, page, text, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

export const labelValue = nameUpTo(100);
export const labelHue = z.int().min(0).max(360);
export const defaultHue = 215;
/** Of one organization (ours). */
export const maxLabels = 500;

export const ClarityLabel = record("ClarityLabel", { id: uuid, value: z.string(), colorHue: z.int() });
export type ClarityLabel = z.output<typeof ClarityLabel>;
const CountedClarityLabel = record("ClarityCountedLabel", { ...ClarityLabel.shape, processCount: int53 });
export const ClarityLabelPage = record("ClarityLabelPage", {
  data: z.array(CountedClarityLabel),
  total: int53,
  limit: int53,
  offset: int53,
});
export const labelQuery = z.strictObject({ ...page(50, 100), search: text(0, 100).optional() });

const shared = {
  area: "Clarity",
  access: { scope: "organization", by: "orgId", role: "organization:member" },
} as const;
const ofOrganization = z.strictObject({ orgId: idOf("organization") });
const params = ofOrganization.extend({ labelId: idOf("clarity_label") });
const root = "/v2/organizations/{orgId}/clarity/process-labels";

export const listClarityProcessLabels = endpoint({
  ...shared,
  name: "listClarityProcessLabels",
  method: "GET",
  path: root,
  summary: "Process labels of an organization; each counts the processes the caller sees",
  reads: ["clarity_label", "clarity_process"],
  params: ofOrganization,
  query: labelQuery,
  reply: ClarityLabelPage,
});

export const createClarityProcessLabel = endpoint({
  ...shared,
  name: "createClarityProcessLabel",
  method: "POST",
  path: root,
  summary: "Create a process label, as a Builder of any team",
  changes: ["clarity_label"],
  records: "clarity_label.created",
  params: ofOrganization,
  body: z.strictObject({ value: labelValue, colorHue: labelHue.optional() }),
  reply: z.strictObject({ label: ClarityLabel }),
  status: 201,
  errors: ["name_taken", "too_many"],
  creates: "replayed",
});

export const updateClarityProcessLabel = endpoint({
  ...shared,
  name: "updateClarityProcessLabel",
  method: "PATCH",
  path: `${root}/{labelId}`,
  summary: "Rename or recolor a process label, as a Manager of any team",
  changes: ["clarity_label"],
  records: "clarity_label.updated",
  params,
  body: z.strictObject({ value: labelValue.optional(), colorHue: labelHue.optional() }),
  reply: z.strictObject({ label: ClarityLabel }),
  errors: ["name_taken"],
});

export const deleteClarityProcessLabel = endpoint({
  ...shared,
  name: "deleteClarityProcessLabel",
  method: "DELETE",
  path: `${root}/{labelId}`,
  summary: "Delete a process label, and remove it from every process, as a Manager of any team",
  changes: ["clarity_label"],
  records: "clarity_label.deleted",
  params,
  reply: z.strictObject({ success: z.literal(true) }),
});
