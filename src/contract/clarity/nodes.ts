import { endpoint } from "#contract/endpoint.ts";
import { int53, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { ClarityNode, nodeDescription, nodeName, ownerLabel } from "./node.ts";

const shared = {
  area: "Clarity",
  access: { scope: "organization", by: "orgId", role: "organization:member" },
} as const;
const ofOrganization = z.strictObject({ orgId: idOf("organization") });
const params = ofOrganization.extend({ nodeId: idOf("clarity_node") });
const root = "/v2/organizations/{orgId}/clarity/hierarchy";

export const createClarityLandscapeNode = endpoint({
  ...shared,
  name: "createClarityLandscapeNode",
  method: "POST",
  path: `${root}/nodes`,
  summary: "Create or propose an area; an equal proposal in the same place is answered instead",
  changes: ["clarity_landscape"],
  records: "clarity_node.created",
  params: ofOrganization,
  body: z.strictObject({
    name: nodeName,
    parentId: uuid.nullable().optional(),
    ownerLabel: ownerLabel.nullable().optional(),
    description: nodeDescription.nullable().optional(),
    /** `active` is for administrators of the organization, `proposal` for everyone who sees the landscape. */
    creationMode: z.enum(["active", "proposal"]).optional(),
  }),
  reply: ClarityNode,
  status: 201,
  errors: ["too_many", "too_deep"],
  creates: "replayed",
});

export const proposeClarityLandscapeProcess = endpoint({
  ...shared,
  name: "proposeClarityLandscapeProcess",
  method: "POST",
  path: `${root}/proposed-processes`,
  summary: "Propose a process, or create it in a team at once",
  changes: ["clarity_landscape", "clarity_process"],
  records: "clarity_node.created",
  params: ofOrganization,
  body: z.strictObject({
    name: nodeName,
    description: nodeDescription.nullable().optional(),
    parentId: uuid.nullable().optional(),
    teamId: uuid.nullable().optional(),
  }),
  reply: ClarityNode,
  status: 201,
  errors: ["too_many", "too_deep"],
  creates: "replayed",
});

export const createClarityProcessNode = endpoint({
  ...shared,
  name: "createClarityProcessNode",
  method: "POST",
  path: `${root}/process-nodes`,
  summary: "Give an unsorted process a place",
  changes: ["clarity_landscape"],
  records: "clarity_node.created",
  ours: "Named in public sources; its path is ours.",
  params: ofOrganization,
  body: z.strictObject({ processId: uuid, parentId: uuid.nullable() }),
  reply: ClarityNode,
  status: 201,
  errors: ["too_many", "too_deep", "already_placed"],
});

export const updateClarityLandscapeNode = endpoint({
  ...shared,
  name: "updateClarityLandscapeNode",
  method: "PATCH",
  path: `${root}/nodes/{nodeId}`,
  summary: "Rename a place or say who owns it; an administrator accepts a proposed area by that",
  changes: ["clarity_landscape", "clarity_process"],
  records: "clarity_node.updated",
  params,
  body: z.strictObject({ name: nodeName.optional(), ownerLabel: ownerLabel.nullable().optional() }),
  reply: ClarityNode,
});

export const setClarityLandscapeNodePlacement = endpoint({
  ...shared,
  name: "setClarityLandscapeNodePlacement",
  method: "PUT",
  path: `${root}/nodes/{nodeId}/placement`,
  summary: "Move a place, with everything inside it",
  changes: ["clarity_landscape"],
  records: "clarity_node.placed",
  params,
  body: z.strictObject({ parentId: uuid.nullable() }),
  reply: ClarityNode,
  errors: ["too_deep", "would_circle"],
});

export const assignClarityLandscapeNodeTeam = endpoint({
  ...shared,
  name: "assignClarityLandscapeNodeTeam",
  method: "PUT",
  path: `${root}/nodes/{nodeId}/team`,
  summary: "Give a process to a team; of a proposal this makes a process",
  changes: ["clarity_landscape", "clarity_process"],
  records: "clarity_node.assigned",
  params,
  body: z.strictObject({
    teamId: uuid,
    /** Refused where somebody accepted it before. */
    intent: z.enum(["accept-proposal"]).optional(),
  }),
  reply: ClarityNode,
  errors: ["already_active", "process_generating", "too_many"],
});

export const declineClarityLandscapeNode = endpoint({
  ...shared,
  name: "declineClarityLandscapeNode",
  method: "POST",
  path: `${root}/nodes/{nodeId}/decline`,
  summary: "Decline a proposal, with the proposals inside it; processes inside it lose their place",
  changes: ["clarity_landscape"],
  records: "clarity_node.declined",
  params,
  reply: record("ClarityRemoved", { deletedCount: int53, detachedCount: int53 }),
  errors: ["already_active"],
});

export const deleteClarityLandscapeNode = endpoint({
  ...shared,
  name: "deleteClarityLandscapeNode",
  method: "DELETE",
  path: `${root}/nodes/{nodeId}`,
  summary: "Delete a place, with everything inside it; its own process is deleted, those inside it lose their place",
  changes: ["clarity_landscape", "clarity_process", "clarity_label"],
  records: "clarity_node.deleted",
  params,
  reply: record("ClarityDeleted", { deletedCount: int53, detachedCount: int53 }),
  errors: ["process_generating"],
});
