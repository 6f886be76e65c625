import { endpoint } from "#contract/endpoint.ts";
import { allStorable, int53, page, queryInt, storable, Success, text, unstorable } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { ClarityCapture } from "./capture.ts";
import {
  ClarityProcess,
  ClarityProcessRow,
  CurrentProcessVersion,
  customPrompt,
  processName,
  processStage,
  processStatus,
  processVisibilities,
  ProposalVersion,
} from "./process.ts";
import { deletesProcess } from "./rights.ts";

const area = "Clarity";
const ofTeam = z.strictObject({ teamId: idOf("team") });
const params = z.strictObject({ process_id: idOf("clarity_process") });
/** Of one team (ours): its landscape is read whole. */
export const maxTeamProcesses = 1_000;

export const listClarityProcesses = endpoint({
  name: "listClarityProcesses",
  method: "GET",
  path: "/v2/teams/{teamId}/clarity-v2/processes",
  area,
  summary: "The processes of a team, the last changed first",
  access: { scope: "team", by: "teamId", role: "team:member" },
  reads: ["clarity_process", "clarity_landscape"],
  params: ofTeam,
  query: z.strictObject({
    ...page(50, 100),
    search: text(0, 200).optional(),
    status: processStatus.optional(),
    version: queryInt(1, 2).optional(),
  }),
  reply: record("ClarityProcessPage", { processes: z.array(ClarityProcessRow), total: int53, limit: int53, offset: int53 }),
});

export const createClarityProcess = endpoint({
  name: "createClarityProcess",
  method: "POST",
  path: "/v2/teams/{teamId}/clarity-v2/processes",
  area,
  summary: "Create a process, empty until something is collected about it",
  access: { scope: "team", by: "teamId", role: "team:manager" },
  changes: ["clarity_process"],
  records: "clarity_process.created",
  params: ofTeam,
  body: z
    .strictObject({
      name: processName.optional(),
      /** `1` with or without `analysis` is for migrations (ours). */
      version: z.int().min(1).max(2).optional(),
      analysis: z.record(z.string().refine(storable, unstorable), z.unknown()).refine(allStorable, unstorable).nullable().optional(),
    })
    .refine(({ version = 2, analysis = null }) => version === 1 || analysis === null, {
      path: ["analysis"],
      error: "Only a process of version 1 has an analysis",
    }),
  reply: z.strictObject({ process: ClarityProcess }),
  status: 201,
  errors: ["too_many"],
  creates: "replayed",
});

export const getClarityProcess = endpoint({
  name: "getClarityProcess",
  method: "GET",
  path: "/v2/clarity-v2/processes/{process_id}",
  area,
  summary: "A process of version 2, with its captures and versions",
  access: { scope: "team", by: "process_id", role: "team:clarity-member" },
  reads: ["clarity_process"],
  params,
  query: z.strictObject({ captures: z.enum(["full", "lite"]).default("full") }),
  reply: record("ClarityProcessDetail", {
    process: ClarityProcess,
    current_process_versions: z.array(CurrentProcessVersion),
    transformation_proposal_versions: z.array(ProposalVersion),
    captures: z.array(ClarityCapture),
    // Ours, as in the list.
    stage: processStage,
    failures_since_evidence: int53,
  }),
});

export const updateClarityProcess = endpoint({
  name: "updateClarityProcess",
  method: "PATCH",
  path: "/v2/clarity-v2/processes/{process_id}",
  area,
  summary: "Rename a process, guide its generation, or say who sees it: its creator and Managers",
  access: { scope: "team", by: "process_id", role: "team:builder" },
  changes: ["clarity_process"],
  records: "clarity_process.updated",
  ours: "The specification changes a process in the web application only.",
  params,
  body: z.strictObject({
    name: processName.optional(),
    visibility: z.enum(processVisibilities).optional(),
    custom_prompt: customPrompt.nullable().optional(),
  }),
  reply: z.strictObject({ process: ClarityProcess }),
});

export const deleteClarityProcess = endpoint({
  name: "deleteClarityProcess",
  method: "DELETE",
  path: "/v2/clarity-v2/processes/{process_id}",
  area,
  summary: "Delete a process, with its captures, versions and place; places inside it move up",
  access: { scope: "team", by: "process_id", role: "team:member" },
  may: deletesProcess,
  changes: ["clarity_process", "clarity_landscape", "clarity_label"],
  records: "clarity_process.deleted",
  params,
  reply: Success,
  errors: ["process_generating"],
});

export const duplicateClarityProcess = endpoint({
  name: "duplicateClarityProcess",
  method: "POST",
  path: "/v2/clarity-v2/processes/{process_id}/duplicate",
  area,
  summary: "A copy of a process, with its captures and live versions, without place, people and labels",
  access: { scope: "team", by: "process_id", role: "team:manager" },
  changes: ["clarity_process"],
  params,
  reply: z.strictObject({ process: ClarityProcess }),
  status: 201,
  errors: ["too_many", "process_generating"],
  creates: "replayed",
});
