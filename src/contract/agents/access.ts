import { endpoint } from "#contract/endpoint.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

export const accessKinds = ["tool", "file", "skill", "secret", "login", "connection", "queue", "agent"] as const;
export type AccessKind = (typeof accessKinds)[number];

export const AccessEntry = record("AccessEntry", {
  kind: z.enum(accessKinds),
  /** What it is compared by; null where the name is all there is. */
  id: z.string().nullable(),
  name: z.string(),
  /** What may be done with it, in a few words. Never a value of a secret. */
  detail: z.string().nullable(),
});
export type AccessEntry = z.output<typeof AccessEntry>;

export const getRevisionAccess = endpoint({
  name: "getRevisionAccess",
  method: "GET",
  path: "/v2/agents/{agent_id}/revisions/{build_id}/access",
  area: "Revisions",
  summary: "The permissions of a revision: everything its runs can reach, by name",
  access: { scope: "team", by: "agent_id", role: "team:member" },
  reads: ["revision", "revision_slot", "secret", "login", "connection", "file", "skill"],
  ours: "One answer to what an agent may touch, for the person who approves it.",
  params: z.strictObject({ agent_id: idOf("agent"), build_id: idOf("revision") }),
  reply: z.strictObject({ entries: z.array(AccessEntry) }),
});
