import { endpoint } from "#contract/endpoint.ts";
import { int53, page, Success, text, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { z } from "#contract/zod.ts";
import { Snapshot, SnapshotRow, snapshotKind, versionProse } from "./snapshot.ts";
import { Steps } from "./step.ts";

const area = "Clarity";
const ofKind = z.strictObject({ process_id: idOf("clarity_process"), kind: snapshotKind });
const one = ofKind.extend({ snapshot_id: idOf("clarity_snapshot") });
const path = "/v2/clarity-v2/processes/{process_id}/snapshots/{kind}";
const Shown = z.strictObject({ snapshot: Snapshot });
/** Of one process and kind (ours). */
export const maxSnapshots = 500;
/** Of all steps of a version (ours). */
export const maxSources = 3_000;

const point = z.array(text(1, 2_000)).max(50);
const Swot = z.strictObject({ strengths: point, weaknesses: point, opportunities: point, threats: point });

export const listClarityProcessSnapshots = endpoint({
  name: "listClarityProcessSnapshots",
  method: "GET",
  path,
  area,
  summary: "The versions of a process, the newest first",
  access: { scope: "team", by: "process_id", role: "team:member" },
  reads: ["clarity_process"],
  params: ofKind,
  query: z.strictObject(page(50, 100)),
  reply: z.strictObject({ snapshots: z.array(SnapshotRow), total: int53 }),
});

export const getClarityProcessSnapshot = endpoint({
  name: "getClarityProcessSnapshot",
  method: "GET",
  path: `${path}/{snapshot_id}`,
  area,
  summary: "A version, with its steps",
  access: { scope: "team", by: "process_id", role: "team:clarity-member" },
  reads: ["clarity_process"],
  params: one,
  reply: Shown,
});

export const saveClarityProcessSnapshot = endpoint({
  name: "saveClarityProcessSnapshot",
  method: "POST",
  path: `${path}/save`,
  area,
  summary: "Make edited steps the live version, unless another one became live",
  access: { scope: "team", by: "process_id", role: "team:builder" },
  changes: ["clarity_process"],
  records: "clarity_process.version_saved",
  params: ofKind,
  body: z.strictObject({
    steps: Steps,
    /** The live version, or a draft of it. */
    baselineSnapshotId: uuid,
    clarityCurrentProcessId: uuid.optional(),
    swot: Swot.nullable().optional(),
    summary: versionProse.optional(),
    projectedImpact: versionProse.optional(),
  }),
  reply: Shown,
  status: 201,
  errors: ["process_generating", "overtaken", "too_many"],
  creates: "replayed",
});

export const promoteClarityProcessSnapshot = endpoint({
  name: "promoteClarityProcessSnapshot",
  method: "POST",
  path: `${path}/{snapshot_id}/promote`,
  area,
  summary: "Make a draft or an earlier version the live one",
  access: { scope: "team", by: "process_id", role: "team:manager" },
  changes: ["clarity_process"],
  records: "clarity_process.version_promoted",
  params: one,
  reply: Shown,
  errors: ["already_live", "process_generating"],
});

export const revertClarityProcessSnapshot = endpoint({
  name: "revertClarityProcessSnapshot",
  method: "DELETE",
  path: `${path}/{snapshot_id}`,
  area,
  summary: "Archive a version; after the live one, the latest earlier version is live",
  access: { scope: "team", by: "process_id", role: "team:manager" },
  changes: ["clarity_process"],
  records: "clarity_process.version_archived",
  params: one,
  reply: Success,
  errors: ["process_generating"],
});
