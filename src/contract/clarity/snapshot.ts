import { int53, text, timestamp, uuid } from "#contract/fields.ts";
import { choice, record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { snapshotKinds, snapshotStatuses } from "./process.ts";
import { Step } from "./step.ts";
import { Swot } from "./summaries.ts";

export const snapshotKind = z.enum(snapshotKinds).meta({ id: "ClaritySnapshotKind" });
export type SnapshotKind = z.output<typeof snapshotKind>;

/** Prose about a whole version. The maximum is ours. */
export const versionProse = text(1, 20_000).nullable();

/** The version of the shape of `data`. */
export const dataVersion = 1;

const listed = {
  id: uuid,
  process_id: uuid,
  parent_id: uuid.nullable(),
  created_at: timestamp,
  status: z.enum(snapshotStatuses),
  creator_type: z.enum(["human", "ai"]),
  user_id: uuid.nullable(),
  sandbox_id: z.string().nullable(),
  last_session_id: z.string().nullable(),
};
const current = { source_snapshot_id: z.null(), kind: z.literal("current_process") };
const proposal = { source_snapshot_id: uuid, kind: z.literal("transformation_proposal") };

export const SnapshotRow = choice("ClaritySnapshotRow", "kind", [
  record("ClarityCurrentRow", { ...listed, ...current }),
  record("ClarityProposalRow", { ...listed, ...proposal }),
]);
export type SnapshotRow = z.output<typeof SnapshotRow>;

const steps = { version: int53, steps: z.array(Step) };
const CurrentData = record("ClarityCurrentData", {
  ...steps,
  /** Absent until it was written; null where there is nothing to say. */
  swot: Swot.nullable().optional(),
  summary: z.string().nullable().optional(),
});
export type CurrentData = z.output<typeof CurrentData>;
const ProposalData = record("ClarityProposalData", {
  ...steps,
  summary: z.string().nullable().optional(),
  projectedImpact: z.string().nullable().optional(),
});

const whole = { ...listed, updated_at: timestamp };
/** A version with everything that it says. */
export const Snapshot = choice("ClaritySnapshot", "kind", [
  record("ClarityCurrentSnapshot", { ...whole, ...current, data: CurrentData }),
  record("ClarityProposalSnapshot", { ...whole, ...proposal, data: ProposalData }),
]);
export type Snapshot = z.output<typeof Snapshot>;
