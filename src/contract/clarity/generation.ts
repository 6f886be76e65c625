import { endpoint } from "#contract/endpoint.ts";
import { Success, text, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { z } from "#contract/zod.ts";
import { snapshotKind } from "./snapshot.ts";

/** How much of the process a proposal may change. */
export const aggressivenesses = ["none", "conservative", "aggressive"] as const;
export type Aggressiveness = (typeof aggressivenesses)[number];

const area = "Clarity";
const access = { scope: "team", by: "process_id", role: "team:builder" } as const;
const params = z.strictObject({ process_id: idOf("clarity_process") });
const path = "/v2/clarity-v2/processes/{process_id}";

export const generateClarityProcessSnapshot = endpoint({
  name: "generateClarityProcessSnapshot",
  method: "POST",
  path: `${path}/snapshots/{kind}/generate`,
  area,
  summary: "Have a model write the current process from the captures, or a proposal to change it, as a draft",
  access,
  changes: ["clarity_process"],
  records: "clarity_process.generation_started",
  params: params.extend({ kind: snapshotKind }),
  /** Of a proposal only. */
  body: z.strictObject({
    /** The version of the current process that it changes; else that of `regenerate_from`, or the live one. */
    source_snapshot_id: uuid.optional(),
    /** An earlier proposal to refine. */
    regenerate_from: uuid.optional(),
    custom_guidance: text(0, 2_000).optional(),
    transformation_aggressiveness: z.enum(aggressivenesses).optional(),
  }),
  reply: Success,
  status: 202,
  errors: ["process_generating", "nothing_captured", "no_current_process", "too_many"],
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
  body: z.strictObject({
    type: snapshotKind,
    /** The version of the type: one of the two. */
    current_process_id: uuid.optional(),
    transformation_proposal_id: uuid.optional(),
  }),
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
