import { endpoint } from "#contract/endpoint.ts";
import { uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { z } from "#contract/zod.ts";
import { snapshotKind } from "./snapshot.ts";

const drawing = {
  method: "GET",
  area: "Clarity",
  access: { scope: "team", by: "process_id", role: "team:member" },
  reads: ["clarity_process"],
  params: z.strictObject({ process_id: idOf("clarity_process"), kind: snapshotKind, snapshot_id: idOf("clarity_snapshot") }),
  /** Another version of the process: it is drawn as it stands beside that one. */
  query: z.strictObject({ beside: uuid.optional() }),
  reply: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
} as const;
const path = "/v2/clarity-v2/processes/{process_id}/snapshots/{kind}/{snapshot_id}";

export const getClarityProcessBpmn = endpoint({
  ...drawing,
  name: "getClarityProcessBpmn",
  path: `${path}/bpmn`,
  summary: "A version as BPMN 2.0, if each way through it ends",
  ours: "What an export sends is made from the steps by the service.",
  download: "application/xml",
  errors: ["not_sound"],
});

export const getClarityProcessDrawing = endpoint({
  ...drawing,
  name: "getClarityProcessDrawing",
  path: `${path}/svg`,
  summary: "A version as a picture",
  ours: "People show it to others.",
  download: "image/svg+xml",
});
