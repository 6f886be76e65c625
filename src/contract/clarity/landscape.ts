import { endpoint } from "#contract/endpoint.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { ClarityTreeNode, Landscape } from "./node.ts";

const shared = {
  method: "GET",
  area: "Clarity",
  access: { scope: "organization", by: "orgId", role: "organization:member" },
  params: z.strictObject({ orgId: idOf("organization") }),
  query: z.strictObject({ rootId: idOf("clarity_node").optional() }),
} as const;

export const getClarityProcessTree = endpoint({
  ...shared,
  name: "getClarityProcessTree",
  path: "/v2/organizations/{orgId}/clarity/hierarchy/tree",
  summary: "Areas and processes of an organization, as far as the caller sees them, each behind its parent",
  reads: ["clarity_landscape", "clarity_process"],
  reply: record("ClarityTree", { nodes: z.array(ClarityTreeNode), truncated: z.boolean() }),
});

export const getClarityProcessLandscape = endpoint({
  ...shared,
  name: "getClarityProcessLandscape",
  path: "/v2/organizations/{orgId}/clarity/hierarchy/landscape",
  summary: "The tree with what is known of its processes, their links, and those without a place",
  reads: ["clarity_landscape", "clarity_process", "clarity_label"],
  reply: Landscape,
});
