import { endpoint } from "#contract/endpoint.ts";
import { Success, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { z } from "#contract/zod.ts";
import { snapshotKind } from "./snapshot.ts";

const area = "Clarity";
const access = { scope: "team", by: "process_id", role: "team:builder" } as const;
const params = z.strictObject({ process_id: idOf("clarity_process") });
const path = "/v2/clarity-v2/processes/{process_id}";

export const generateClarityProcessSnapshot = endpoint({
  name: "generateClarityProcessSnapshot",
  method: "POST",
  path: `${path}/snapshots/{kind}/generate`,
  area,
  summary: "Have a model write the current process, from the captures, as a draft",
  access,
  changes: ["clarity_process"],
  records: "clarity_process.generation_started",
  params: params.extend({ kind: z.literal("current_process") }),
  reply: Success,
  status: 202,
  errors: ["process_generating", "nothing_captured", "too_many"],
});

export const postprocessClaritySnapshot = endpoint({
  name: "postprocessClaritySnapshot",
  method: "POST",
  path: `${path}/postprocess`,
  area,
  summary: "Have a model describe a version again",
  access,
  changes: ["clarity_process"],
  records: "clarity_process.generation_started",
  params,
  body: z.strictObject({ type: z.literal("current_process"), current_process_id: uuid }),
  reply: Success,
  status: 202,
  errors: ["process_generating"],
});

export const stopClarityProcessSnapshot = endpoint({
  name: "stopClarityProcessSnapshot",
  method: "POST",
  path: `${path}/snapshots/{kind}/stop`,
  area,
  summary: "Stop a generation for good; with none under way nothing happens",
  access,
  changes: ["clarity_process"],
  params: params.extend({ kind: snapshotKind }),
  reply: Success,
});
