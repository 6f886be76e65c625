import { Config } from "#contract/agents/config.ts";
import { endpoint } from "#contract/endpoint.ts";
import { int53, Success, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

/** What of a revision differs from what an owner agreed to, the weightiest first. `not_agreed`: the owner never agreed to any of it. */
export const suspensionCauses = ["not_agreed", "program", "instructions", "agents", "queues", "connections", "skills", "files"] as const;

/** Why no run gets what a person attached of their own. The person who made the last such change, where that is known. */
export const Suspension = record("CredentialSuspension", {
  cause: z.enum(suspensionCauses),
  changed_by_name: z.string().nullable(),
  changed_at: timestamp,
});
export type Suspension = z.output<typeof Suspension>;

const fingerprint = z.string().regex(/^[0-9a-f]{64}$/, { error: "Use the `fingerprint` of an answer before" });

/** What the caller agreed to; null for whoever has nothing of their own attached. */
const Agreement = record("CredentialAgreement", {
  suspended: Suspension.nullable(),
  /** When the caller last agreed, and to which configuration; null: never. */
  agreed_at: timestamp.nullable(),
  agreed_config: Config.nullable(),
});

/** Another person whose secrets, logins or connections are suspended: how many, never which. */
const SuspendedPerson = record("SuspendedPerson", {
  user_id: uuid,
  name: z.string(),
  secrets: int53,
  logins: int53,
  connections: int53,
  suspended: Suspension,
});
export type SuspendedPerson = z.output<typeof SuspendedPerson>;

const byAgent = { scope: "team", by: "agentId", role: "team:member" } as const;
const params = z.strictObject({ agentId: idOf("agent"), buildId: idOf("revision") });

export const getRevisionAgreement = endpoint({
  name: "getRevisionAgreement",
  method: "GET",
  path: "/v2/agents/{agentId}/revisions/{buildId}/agreement",
  area: "Revisions",
  summary: "Whether the caller's secrets, logins and connections are active for a revision; for who can change the agent, whose are not",
  access: byAgent,
  reads: ["revision", "revision_slot", "skill", "file", "secret", "login", "connection"],
  ours: "A personal secret or login counts only for what its owner has seen, so the owner has to see what changed.",
  params,
  reply: z.strictObject({
    fingerprint,
    /** What it is of as far as the configuration goes, read at once with it: nobody agrees to another one than they are shown. */
    config: Config.nullable(),
    mine: Agreement.nullable(),
    others: z.array(SuspendedPerson),
  }),
});

export const agreeToRevision = endpoint({
  name: "agreeToRevision",
  method: "POST",
  path: "/v2/agents/{agentId}/revisions/{buildId}/agreement",
  area: "Revisions",
  summary: "Let the caller's secrets, logins and connections count for a revision as its `fingerprint` says the caller saw it",
  access: byAgent,
  records: "revision.agreed",
  changes: ["revision", "secret", "login", "connection"],
  ours: "Only the owner of a personal secret or login decides which program gets it.",
  params,
  body: z.strictObject({ fingerprint }),
  reply: Success,
  errors: ["agreement_outdated"],
});
