import { endpoint } from "#contract/endpoint.ts";
import { exportForm, exportOurs, fileOf } from "#contract/export.ts";
import { int53, isTimestamp, queryInt, uuid, otherCursor } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { queryOf } from "#contract/list-query.ts";
import type { ListColumns } from "#contract/list.ts";
import { z } from "#contract/zod.ts";
import { AuditEntry } from "./audit-entry.ts";
import { auditList } from "./audit-list.ts";
import { doorNames } from "./audit-words.ts";

const area = "Audit log";
const access = { scope: "organization", by: "orgId", role: "organization:admin" } as const;
const params = z.strictObject({ orgId: idOf("organization") });
const ours = "The specification does not say who may look up what was done.";

const narrowed = {
  ...queryOf(auditList),
  person: idOf("member").optional(),
  /** Entries about this very object. */
  object_id: uuid.optional(),
};

export const listAuditEntries = endpoint({
  name: "listAuditEntries",
  method: "GET",
  path: "/v2/organizations/{orgId}/audit",
  area,
  summary: "What was done in an organization, and what was refused, newest first",
  access,
  reads: [],
  ours,
  params,
  query: z.strictObject({
    ...narrowed,
    limit: queryInt(1, 100).default(50),
    after: z
      .string()
      .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_\d{1,15}$/, otherCursor)
      .refine((cursor) => isTimestamp(cursor.slice(0, cursor.indexOf("_"))), otherCursor)
      .optional(),
  }),
  reply: z.strictObject({
    entries: z.array(AuditEntry),
    /** How many fit the filters; of more than 10,000 that there are more: 10,001. */
    total: int53,
    next: z.string().nullable(),
  }),
});

export const auditColumns = {
  event: {
    header: "Event",
    width: "clamp(200px, 24vw, 360px)",
    wrap: true,
    file: { type: (row) => row.type, operation: (row) => row.operation },
  },
  object: {
    header: "Object",
    from: "sm",
    file: { object_kind: (row) => row.object.kind, object_id: (row) => row.object.id, object_name: (row) => row.object.name },
  },
  person: {
    header: "By",
    width: "20%",
    from: "sm",
    file: { actor_kind: (row) => row.actor.kind, actor_id: (row) => row.actor.id, actor_name: (row) => row.actor.name },
  },
  door: {
    header: "Via",
    width: "160px",
    from: "md",
    quiet: true,
    file: { door: (row) => doorNames[row.door], credential: (row) => row.credential?.name ?? null },
  },
  address: { header: "Address", width: "136px", from: "lg", quiet: true, file: { address: (row) => row.address } },
  at: { header: "When", width: "104px", align: "end", file: { id: (row) => row.id, at: (row) => row.at } },
} as const satisfies ListColumns<AuditEntry>;

const file = fileOf(auditColumns, {
  more: {
    request_id: (row: AuditEntry) => row.request_id,
    team_id: (row: AuditEntry) => row.team_id,
    facts: (row: AuditEntry) => JSON.stringify(row.facts),
    changes: (row: AuditEntry) => JSON.stringify(row.changes),
  },
});

export const exportAuditEntries = endpoint({
  name: "exportAuditEntries",
  method: "POST",
  readOnly: true,
  path: "/v2/organizations/{orgId}/exports/audit",
  area,
  summary: "The audit log as a file, newest first",
  access,
  reads: [],
  ours: exportOurs,
  params,
  body: z.strictObject({ ...narrowed, ...exportForm(file) }),
  exports: file,
  reply: AuditEntry,
  errors: ["too_many"],
});
