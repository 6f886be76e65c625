import { endpoint } from "#contract/endpoint.ts";
import { int53, page, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { linkStates, linkTypes } from "./node.ts";

export const ProcessLink = record("ClarityProcessLink", {
  id: uuid,
  source_node_id: uuid,
  target_node_id: uuid,
  type: z.enum(linkTypes),
  state: z.enum(linkStates),
  confidence: z.number().nullable(),
  rationale: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type ProcessLink = z.output<typeof ProcessLink>;

/** Of one organization (ours): a map of them is drawn whole. */
export const maxLinks = 2_000;
const confidence = z.number().min(0).max(1).nullable().optional();
const shared = {
  area: "Clarity",
  access: { scope: "organization", by: "orgId", role: "organization:member" },
} as const;
const ofOrganization = z.strictObject({ orgId: idOf("organization") });
const params = ofOrganization.extend({ process_link_id: idOf("clarity_link") });
const root = "/v2/organizations/{orgId}/clarity/hierarchy/process-links";

export const listClarityProcessLinks = endpoint({
  ...shared,
  name: "listClarityProcessLinks",
  method: "GET",
  path: root,
  summary: "Links between processes, as far as the caller sees them, the newest first",
  reads: ["clarity_landscape", "clarity_process"],
  params: ofOrganization,
  query: z.strictObject({ ...page(100, 500), node_id: idOf("clarity_node").optional() }),
  reply: record("ClarityProcessLinkPage", { process_links: z.array(ProcessLink), total: int53, limit: int53, offset: int53 }),
});

export const createClarityProcessLink = endpoint({
  ...shared,
  name: "createClarityProcessLink",
  method: "POST",
  path: root,
  summary: "Link two processes, for Managers of both; an equal link is answered instead of a second one",
  changes: ["clarity_landscape"],
  records: "clarity_link.created",
  params: ofOrganization,
  body: z.strictObject({
    source_node_id: uuid,
    target_node_id: uuid,
    type: z.enum(linkTypes),
    state: z.enum(linkStates).optional(),
    confidence,
  }),
  reply: z.strictObject({ process_link: ProcessLink, created: z.boolean().optional() }),
  upserts: true,
  errors: ["too_many"],
});

export const updateClarityProcessLink = endpoint({
  ...shared,
  name: "updateClarityProcessLink",
  method: "PATCH",
  path: `${root}/{process_link_id}`,
  summary: "Change or confirm a link",
  changes: ["clarity_landscape"],
  records: "clarity_link.updated",
  params,
  body: z.strictObject({
    source_node_id: uuid.optional(),
    target_node_id: uuid.optional(),
    type: z.enum(linkTypes).optional(),
    state: z.enum(linkStates).optional(),
    confidence,
  }),
  reply: z.strictObject({ process_link: ProcessLink }),
  errors: ["already_linked"],
});

export const deleteClarityProcessLink = endpoint({
  ...shared,
  name: "deleteClarityProcessLink",
  method: "DELETE",
  path: `${root}/{process_link_id}`,
  summary: "Delete a link",
  changes: ["clarity_landscape"],
  records: "clarity_link.deleted",
  params,
  reply: z.strictObject({ deleted: z.boolean() }),
});
