import { endpoint } from "#contract/endpoint.ts";
import { text, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { exportStatuses } from "./process.ts";

/** Ours: as many may be under way in a team at once. */
export const maxActiveExports = 50;
/** Ours: as many of a process are shown, and kept. */
export const maxKeptExports = 20;
/** Ours: as many bytes as a file may have that is read. */
export const maxBpmnLetters = 2_000_000;

/** An entry of the glossary there, such as a person or an organizational unit. The length is ours. */
const glossaryRef = z
  .string()
  .max(200)
  .regex(/^\/glossary\/[0-9a-zA-Z_-]+$/, { error: "Use the address of an entry of the glossary, as in /glossary/4f1c9a" });

export const ClarityExport = record("ClarityExport", {
  id: uuid,
  status: z.enum(exportStatuses),
  // The rest is ours: the specification shows the two above.
  processId: uuid,
  /** Null once it was deleted. */
  connectionInstanceId: uuid.nullable(),
  fileName: z.string(),
  directory: z.string(),
  processOwnerRef: z.string().nullable(),
  processApproverRef: z.string().nullable(),
  /** Why it is tried again. */
  retryReason: z.string().nullable(),
  error: z.string().nullable(),
  /** Whether the model may be there although the export failed. */
  maybeDone: z.boolean(),
  /** Where the model is shown. */
  modelUrl: z.string().nullable(),
  createdAt: timestamp,
  endedAt: timestamp.nullable(),
});
export type ClarityExport = z.output<typeof ClarityExport>;

const area = "Clarity";

export const startClarityExport = endpoint({
  name: "startClarityExport",
  method: "POST",
  path: "/v2/teams/{teamId}/clarity-export",
  area,
  summary: "Make a model of a process in SAP Signavio, by a connection of that type",
  access: { scope: "team", by: "teamId", role: "team:manager" },
  changes: ["clarity_export"],
  params: z.strictObject({ teamId: idOf("team") }),
  body: z.strictObject({
    processId: uuid,
    connectionInstanceId: uuid,
    bpmnXml: text(1, maxBpmnLetters),
    processOwnerRef: glossaryRef.optional(),
    processApproverRef: glossaryRef.optional(),
  }),
  reply: z.strictObject({ id: uuid, status: z.literal("queued") }),
  status: 201,
  errors: ["not_sound", "export_active", "too_many"],
  creates: "replayed",
});

export const getClarityExport = endpoint({
  name: "getClarityExport",
  method: "GET",
  path: "/v2/clarity-export/{id}",
  area,
  summary: "How an export to SAP Signavio does",
  access: { scope: "team", by: "id", role: "team:member" },
  reads: ["clarity_export", "clarity_process"],
  params: z.strictObject({ id: idOf("clarity_export") }),
  reply: ClarityExport,
});

export const listActiveClarityExports = endpoint({
  name: "listActiveClarityExports",
  method: "GET",
  path: "/v2/teams/{teamId}/clarity-export/active",
  area,
  summary: "The caller's exports that are queued or running, the latest first",
  access: { scope: "team", by: "teamId", role: "team:member" },
  reads: ["clarity_export"],
  params: z.strictObject({ teamId: idOf("team") }),
  reply: z.strictObject({ exports: z.array(ClarityExport) }),
});

export const listClarityProcessExports = endpoint({
  name: "listClarityProcessExports",
  method: "GET",
  path: "/v2/clarity-v2/processes/{process_id}/exports",
  area,
  summary: "The exports of a process to SAP Signavio, the latest first (at most 20)",
  access: { scope: "team", by: "process_id", role: "team:member" },
  reads: ["clarity_export", "clarity_process"],
  ours: "Who exports has to see what was exported before.",
  params: z.strictObject({ process_id: idOf("clarity_process") }),
  reply: z.strictObject({ exports: z.array(ClarityExport) }),
});
