import { endpoint } from "#contract/endpoint.ts";
import { int53, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { z } from "#contract/zod.ts";

const params = z.strictObject({ orgId: idOf("organization") });
const root = "/v2/organizations/{orgId}/clarity/hierarchy/landscape";

export const generateClarityProcessLandscape = endpoint({
  name: "generateClarityProcessLandscape",
  method: "POST",
  path: `${root}/generate`,
  area: "Clarity",
  summary: "Have a model propose areas and links, and place unsorted processes",
  access: { scope: "organization", by: "orgId", role: "organization:owner" },
  changes: ["clarity_landscape"],
  records: "clarity_landscape.pass_started",
  params,
  reply: z.strictObject({ started: z.literal(true), generationId: uuid, eligibleCaptureCount: int53, eligibleProcessCount: int53 }),
  status: 202,
  errors: ["landscape_busy", "nothing_to_place"],
});

export const organizeClarityProcessLandscape = endpoint({
  name: "organizeClarityProcessLandscape",
  method: "POST",
  path: `${root}/organize`,
  area: "Clarity",
  summary: "Have a model place unsorted processes, in the existing areas",
  access: { scope: "organization", by: "orgId", role: "organization:admin" },
  changes: ["clarity_landscape"],
  records: "clarity_landscape.pass_started",
  ours: "Named in public sources; its path is ours.",
  params,
  /** False where every process has a place. */
  reply: z.strictObject({ started: z.boolean() }),
  status: 202,
  errors: ["landscape_busy"],
});
