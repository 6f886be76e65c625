import { endpoint } from "#contract/endpoint.ts";
import { int53, queryFlag, queryInt, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { CaptureMessage } from "./capture.ts";
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

const { query: _, ...ofOrganization } = shared;

export const listClarityLandscapeCaptures = endpoint({
  ...ofOrganization,
  name: "listClarityLandscapeCaptures",
  path: "/v2/organizations/{orgId}/clarity/hierarchy/captures",
  summary: "Captures that belong to no process: none",
  reads: [],
  query: z.strictObject({ limit: queryInt(1, 200).default(100), includeTranscripts: queryFlag.optional() }),
  reply: record("ClarityLandscapeCaptures", {
    /** Every capture is of a process: nothing could be listed here. */
    captures: z.array(
      record("ClarityLandscapeCapture", {
        id: uuid,
        scope: z.enum(["team", "organization"]),
        type: z.enum(["interview", "document"]),
        title: z.string(),
        organizationId: uuid.nullable(),
        organizationName: z.string().nullable(),
        teamId: uuid.nullable(),
        teamName: z.string().nullable(),
        processNodeId: uuid.nullable(),
        createdAt: timestamp,
        transcriptMessageCount: int53,
        transcript: z.array(CaptureMessage).optional(),
      }),
    ),
    total: int53,
    truncated: z.boolean(),
  }),
});

export const getClarityProcessLandscape = endpoint({
  ...shared,
  name: "getClarityProcessLandscape",
  path: "/v2/organizations/{orgId}/clarity/hierarchy/landscape",
  summary: "The tree with what is known of its processes, their links, and those without a place",
  reads: ["clarity_landscape", "clarity_process", "clarity_label"],
  reply: Landscape,
});
