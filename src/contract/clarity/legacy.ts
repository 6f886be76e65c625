import { endpoint } from "#contract/endpoint.ts";
import { timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { ClarityCapture } from "./capture.ts";
import { ClarityProcess, processStatus, processVisibilities } from "./process.ts";

const params = z.strictObject({ id: idOf("clarity_process") });

/** A process of version 1, in its spelling. */
export const LegacyProcess = record("ClarityLegacyProcess", {
  id: uuid,
  teamId: uuid,
  userId: uuid,
  name: z.string(),
  status: processStatus,
  visibility: z.enum(processVisibilities),
  version: z.int(),
  analysis: z.unknown(),
  generationError: z.string().nullable(),
  customPrompt: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  captures: z.array(ClarityCapture),
  createdByName: z.string().optional(),
  creatorUserId: uuid,
  generationProgress: ClarityProcess.shape.generation_progress,
  transformationGuidance: z.string().nullable(),
  transformationGuidanceAuthor: z.string().nullable(),
  transformationGuidanceDate: z.string().nullable(),
  usedGuidanceMessages: z.array(
    record("ClarityGuidance", { content: z.string(), author: z.string().nullable(), date: z.string().nullable() }),
  ),
});
export type LegacyProcess = z.output<typeof LegacyProcess>;

export const getLegacyClarityProcess = endpoint({
  name: "getLegacyClarityProcess",
  method: "GET",
  path: "/v2/clarity/processes/{id}",
  area: "Clarity",
  summary: "A process of version 1, with its analysis and captures",
  access: { scope: "team", by: "id", role: "team:member" },
  reads: ["clarity_process"],
  params,
  reply: LegacyProcess,
});

export const upgradeClarityProcess = endpoint({
  name: "upgradeClarityProcess",
  method: "POST",
  path: "/v2/clarity-v2/processes/{id}/upgrade",
  area: "Clarity",
  summary: "Move a process of version 1 to version 2; an analysis is removed",
  access: { scope: "team", by: "id", role: "team:manager" },
  changes: ["clarity_process"],
  params,
  reply: z.strictObject({ id: uuid }),
  errors: ["already_upgraded", "process_generating"],
});
