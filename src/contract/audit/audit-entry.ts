import { int53, timestamp, uuid } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { auditDoors } from "./audit-words.ts";

const actorKinds = ["user", "run", "service"] as const;

/** A value that is not shown: of a long text its length and SHA-256, of a secret neither. */
const HiddenValue = record("AuditHiddenValue", { length: int53.nullable(), sha256: z.string().nullable() });
const value = z.union([z.string(), HiddenValue]).nullable();
/** A field before and after. */
export const AuditChange = record("AuditChange", { field: z.string(), from: value, to: value });
export type AuditChange = z.output<typeof AuditChange>;

/** One thing that somebody did, or was refused. Names are those of when it was entered, moments later. */
export const AuditEntry = record("AuditEntry", {
  id: int53,
  at: timestamp,
  type: z.string(),
  /** The operation of the API; null for what the service does by itself. */
  operation: z.string().nullable(),
  actor: record("AuditActor", { kind: z.enum(actorKinds), id: uuid.nullable(), name: z.string().nullable() }),
  door: z.enum(auditDoors),
  /** Of the API key or session. */
  credential: record("AuditCredential", { id: uuid, name: z.string().nullable() }).nullable(),
  address: z.string().nullable(),
  request_id: uuid.nullable(),
  team_id: uuid.nullable(),
  object: record("AuditObject", { kind: z.string(), id: uuid, name: z.string().nullable() }),
  /** Ids, numbers and words of a list. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable()),
  changes: z.array(AuditChange),
});
export type AuditEntry = z.output<typeof AuditEntry>;
