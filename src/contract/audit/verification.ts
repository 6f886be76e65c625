import { endpoint } from "#contract/endpoint.ts";
import { int53, queryInt, timestamp } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { listAuditEntries } from "./audit.ts";

/** What can be wrong. Who could change the store could not make a seal: its key is not in the store. */
export const auditProblemKinds = ["entry_changed", "entry_removed", "entry_added", "seal_changed", "seals_removed"] as const;

/** Entries of which the log is not what was sealed. `at`: when they were written, where that is known. */
export const AuditProblem = record("AuditProblem", {
  kind: z.enum(auditProblemKinds),
  first_id: int53,
  last_id: int53,
  at: timestamp.nullable(),
});
export type AuditProblem = z.output<typeof AuditProblem>;

/** Of one answer; the others are found once these are looked into. */
export const mostProblems = 100;

export const verifyAuditLog = endpoint({
  name: "verifyAuditLog",
  method: "GET",
  path: "/v2/organizations/{orgId}/audit/verification",
  area: "Audit log",
  summary: "Compare entries with their seals, some at a time; `next` continues",
  access: listAuditEntries.access,
  reads: [],
  ours: "A log that an administrator of the store could change needs proof.",
  params: listAuditEntries.params,
  query: z.strictObject({ after: queryInt(0, 2_147_483_646).default(0) }),
  reply: z.strictObject({
    /** Entries that were compared, and what was wrong with them: the first 100. */
    checked: int53,
    problems: z.array(AuditProblem).max(mostProblems),
    /** When the last entry of those that were compared was written; null without a seal. */
    through: timestamp.nullable(),
    /** Newer entries that are not sealed yet; of very many at least 10,000. */
    unsealed: int53,
    /** What a note of the last seal outside of the store is compared with. */
    head: z.strictObject({ number: int53, mac: z.string() }).nullable(),
    next: int53.nullable(),
  }),
  errors: ["seals_unreadable"],
});
