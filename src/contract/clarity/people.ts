import { endpoint } from "#contract/endpoint.ts";
import { emailAddress } from "#contract/email-address.ts";
import { int53, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { personRole, personStatuses } from "./node.ts";

/** Of one process (ours). */
export const maxPeople = 100;

export const NodePerson = record("ClarityPerson", {
  id: uuid,
  userId: uuid.nullable(),
  /** The invite that waits for a pending person. Null where there is none. */
  invitationId: uuid.nullable(),
  email: z.string().nullable(),
  name: z.string(),
  role: z.string().nullable(),
  /** `pending`: known by an email address only, which no member of the organization has. */
  status: z.enum(personStatuses),
  captureCount: int53,
  createdAt: timestamp,
});
export type NodePerson = z.output<typeof NodePerson>;

const shared = {
  area: "Clarity",
  access: { scope: "organization", by: "orgId", role: "organization:member" },
} as const;
const ofOrganization = z.strictObject({ orgId: idOf("organization") });
const ofNode = ofOrganization.extend({ nodeId: idOf("clarity_node") });
const root = "/v2/organizations/{orgId}/clarity/hierarchy";
/** What the tools of the original send beside the node: the team has to be the process's. */
const query = z.strictObject({ teamId: idOf("team").optional() });

export const listClarityLandscapeNodePeople = endpoint({
  ...shared,
  name: "listClarityLandscapeNodePeople",
  method: "GET",
  path: `${root}/nodes/{nodeId}/people`,
  summary: "Who is involved in a process, and as what",
  reads: ["clarity_landscape", "clarity_process", "invite"],
  params: ofNode,
  query,
  reply: z.strictObject({ people: z.array(NodePerson) }),
  errors: ["no_process"],
});

export const updateClarityLandscapeNodePerson = endpoint({
  ...shared,
  name: "updateClarityLandscapeNodePerson",
  method: "PATCH",
  path: `${root}/nodes/{nodeId}/people/{personId}`,
  summary: "Change the role of a person in a process; null removes it",
  changes: ["clarity_landscape"],
  params: ofNode.extend({ personId: idOf("clarity_person") }),
  query,
  body: z.strictObject({ role: personRole.nullable() }),
  reply: NodePerson,
  errors: ["no_process"],
});

export const batchAddClarityLandscapeNodePeople = endpoint({
  ...shared,
  name: "batchAddClarityLandscapeNodePeople",
  method: "POST",
  path: `${root}/nodes/people/batch`,
  summary: "Add people to processes, each pair with its own result",
  changes: ["clarity_landscape"],
  params: ofOrganization,
  body: z.strictObject({
    nodeIds: z.array(uuid).min(1).max(50),
    people: z
      .array(
        record("ClarityNewPerson", { userId: uuid.optional(), email: emailAddress.optional() }).refine(
          ({ userId, email }) => (userId === undefined) !== (email === undefined),
          {
            path: ["email"],
            error: "Give a user id or an email address",
          },
        ),
      )
      .min(1)
      .max(50),
  }),
  reply: z.strictObject({
    results: z.array(
      record("ClarityPersonResult", {
        nodeId: uuid,
        person: z.string(),
        status: z.enum(["added", "conflict", "failed"]),
        personId: uuid.nullable(),
        message: z.string().nullable(),
      }),
    ),
  }),
});

export const getClarityHierarchyPeople = endpoint({
  ...shared,
  name: "getClarityHierarchyPeople",
  method: "GET",
  path: `${root}/people`,
  summary: "Everyone involved in a process, as far as the caller sees it, one row for each process",
  reads: ["clarity_landscape", "clarity_process", "invite"],
  params: ofOrganization,
  query: z.strictObject({ rootId: idOf("clarity_node").optional() }),
  reply: record("ClarityPeople", {
    people: z.array(record("ClarityHierarchyPerson", { ...NodePerson.shape, nodeId: uuid, processId: uuid })),
    truncated: z.boolean(),
  }),
});
