import { int53, nameUpTo, text, timestamp, uuid } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { ExtraCaptureRequest } from "./extra-capture.ts";
import { processStages } from "./process-stages.ts";

export const processStatuses = [
  "draft",
  "collecting",
  "generating",
  "generating-current-process",
  "generating-transformation-proposal",
  "review",
  "complete",
  "generation_failed",
] as const;
export type ProcessStatus = (typeof processStatuses)[number];
export const processStatus = z.enum(processStatuses).meta({ id: "ClarityProcessStatus" });
/** A pipeline of the process is under way: nothing else may change what it reads. */
export const generatingStatuses = [
  "generating",
  "generating-current-process",
  "generating-transformation-proposal",
] as const satisfies ProcessStatus[];

export const processStage = z.enum(processStages).meta({ id: "ClarityProcessStage" });
export const processVisibilities = ["team", "restricted"] as const;
/** Decided: 1 to 200 characters. */
export const processName = nameUpTo(200);
export const customPrompt = text(0, 5_000);

export const captureTypes = ["video", "interview", "document"] as const;
export const captureStatuses = ["pending", "recording", "processing", "complete", "failed"] as const;
export const snapshotKinds = ["current_process", "transformation_proposal"] as const;
export const exportStatuses = ["queued", "running", "completed", "failed"] as const;
export const snapshotStatuses = ["live", "historic", "draft", "generating"] as const;

const GenerationProgress = record("ClarityProgress", {
  steps: z.array(
    record("ClarityProgressStep", {
      key: z.string(),
      label: z.string(),
      status: z.enum(["pending", "in_progress", "complete"]),
      order: z.number(),
      count: z.number().optional(),
    }),
  ),
});
export type GenerationProgress = z.output<typeof GenerationProgress>;

export const ClarityProcess = record("ClarityProcess", {
  id: uuid,
  team_id: uuid,
  user_id: uuid,
  name: z.string(),
  status: processStatus,
  visibility: z.enum(processVisibilities),
  version: z.int(),
  generation_error: z.string().nullable(),
  generation_progress: GenerationProgress.nullable(),
  custom_prompt: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type ClarityProcess = z.output<typeof ClarityProcess>;

export const CaptureCounts = record("ClarityCaptureCounts", { video: int53, interview: int53, document: int53 });
export type CaptureCounts = z.output<typeof CaptureCounts>;

/** A process as the list has it. */
export const ClarityProcessRow = record("ClarityProcessRow", {
  id: uuid,
  name: z.string(),
  status: processStatus,
  visibility: z.enum(processVisibilities),
  version: z.int(),
  capture_count: int53,
  capture_counts: CaptureCounts,
  pending_invitation_count: int53,
  contributors: z.array(record("ClarityContributor", { user_id: z.string(), user_name: z.string() })),
  created_at: timestamp,
  updated_at: timestamp,
  created_by_name: z.string().nullable(),
  // Ours.
  stage: processStage,
  /** Cases that its agent failed after its newest capture. */
  failures_since_evidence: int53,
});
export type ClarityProcessRow = z.output<typeof ClarityProcessRow>;

/** A version of the current process or of a proposal, without what it says. What ran it is no sandbox of ours: those two fields are null. */
const version = {
  id: uuid,
  process_id: uuid,
  created_at: timestamp,
  status: z.enum(snapshotStatuses),
  creator_type: z.enum(["human", "ai"]),
  user_id: uuid.nullable(),
  sandbox_id: z.string().nullable(),
  last_session_id: z.string().nullable(),
};
export const CurrentProcessVersion = record("ClarityCurrentVersion", { ...version, parent_current_process_id: uuid.nullable() });
export type CurrentProcessVersion = z.output<typeof CurrentProcessVersion>;
export const ProposalVersion = record("ClarityProposalVersion", {
  ...version,
  clarity_current_process_id: uuid,
  parent_transformation_proposal_id: uuid.nullable(),
  /** Of the live proposal and the newest one: what they ask for. */
  extra_capture_requests: z.array(ExtraCaptureRequest).optional(),
});
export type ProposalVersion = z.output<typeof ProposalVersion>;
