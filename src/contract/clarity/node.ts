import { int53, nameUpTo, text, timestamp, uuid } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { CaptureCounts, processStage, processStatus } from "./process.ts";

/** What a place in the landscape is of (ours: the specification tells them apart by their operations only). */
export const nodeKinds = ["area", "process"] as const;
export const existences = ["proposed", "active"] as const;
export const sources = ["ai", "human"] as const;
export const linkTypes = ["hands_off_to", "shares_step_with", "variant_of"] as const;
export type LinkType = (typeof linkTypes)[number];
export const linkStates = ["suggested", "confirmed"] as const;
export const labelSources = ["human", "agent"] as const;
export const personStatuses = ["pending", "accepted"] as const;
export const generationStatuses = ["idle", "starting", "running", "completed", "failed"] as const;

export const nodeName = nameUpTo(200);
export const ownerLabel = text(0, 200);
export const nodeDescription = text(0, 5_000);
export const personRole = text(0, 200);
/** Ours: the landscape of an organization is read whole, and drawn. */
export const maxNodes = 1_000;
/** Levels (ours). */
export const maxNodeDepth = 8;

const NamedTeam = record("ClarityTeam", { id: uuid, name: z.string() });

const place = {
  id: uuid,
  parentId: uuid.nullable(),
  processId: uuid.nullable(),
  /** Ours. */
  kind: z.enum(nodeKinds),
  name: z.string(),
  ownerLabel: z.string().nullable(),
  sortOrder: z.number(),
  existence: z.enum(existences),
  contentConfirmedAt: timestamp.nullable(),
  existenceConfirmedAt: timestamp.nullable(),
  source: z.enum(sources),
  createdAt: timestamp,
  updatedAt: timestamp,
};

export const ClarityNode = record("ClarityNode", { ...place, team: NamedTeam.nullable() });
export type ClarityNode = z.output<typeof ClarityNode>;

export const ClarityTreeNode = record("ClarityTreeNode", { ...place, team: NamedTeam.nullable(), depth: int53 });
export type ClarityTreeNode = z.output<typeof ClarityTreeNode>;

export const AssignedLabel = record("ClarityAssignedLabel", {
  id: uuid,
  value: z.string(),
  colorHue: z.int(),
  source: z.enum(labelSources),
});
export type AssignedLabel = z.output<typeof AssignedLabel>;

const LandscapePerson = record("ClarityLandscapePerson", {
  id: z.string(),
  userId: z.string().nullable(),
  email: z.string().nullable(),
  name: z.string(),
});

const placedProcess = {
  id: uuid,
  name: z.string(),
  status: processStatus,
  version: z.int(),
  summary: z.string().nullable(),
  captureCount: int53,
  captureCounts: CaptureCounts,
  contributors: z.array(record("ClarityLandscapeContributor", { userId: z.string(), userName: z.string() })),
  people: z.array(LandscapePerson),
  updatedAt: timestamp,
  // Ours, as in the list.
  stage: processStage,
  failuresSinceEvidence: int53,
};
export const LandscapeProcess = record("ClarityLandscapeProcess", placedProcess);
export type LandscapeProcess = z.output<typeof LandscapeProcess>;

export const LandscapeNode = record("ClarityLandscapeNode", {
  ...place,
  depth: int53,
  process: LandscapeProcess.nullable(),
  proposedSummary: z.string().nullable(),
  teamId: uuid.nullable().optional(),
  teamName: z.string().nullable().optional(),
  assignedTeam: NamedTeam.nullable().optional(),
  labels: z.array(AssignedLabel),
});
export type LandscapeNode = z.output<typeof LandscapeNode>;

export const LandscapeLink = record("ClarityLandscapeLink", {
  id: uuid,
  sourceNodeId: uuid,
  targetNodeId: uuid,
  type: z.enum(linkTypes),
  state: z.enum(linkStates),
  confidence: z.number().nullable(),
  rationale: z.string().nullable(),
});
export type LandscapeLink = z.output<typeof LandscapeLink>;

/** A process without a place. */
export const UnsortedProcess = record("ClarityUnsortedProcess", {
  ...placedProcess,
  teamId: uuid,
  teamName: z.string().nullable(),
  labels: z.array(AssignedLabel),
});
export type UnsortedProcess = z.output<typeof UnsortedProcess>;

export const Landscape = record("ClarityLandscape", {
  nodes: z.array(LandscapeNode),
  links: z.array(LandscapeLink),
  unlinkedProcesses: z.array(UnsortedProcess),
  stats: record("ClarityLandscapeStats", {
    totalNodes: int53,
    processNodes: int53,
    proposedNodes: int53,
    unsortedProcesses: int53,
    latestUpdatedAt: timestamp.nullable(),
  }),
  generation: record("ClarityLandscapeGeneration", {
    eligibleCaptureCount: int53,
    eligibleProcessCount: int53,
    status: z.enum(generationStatuses),
    /** Why the last one failed (ours). */
    error: z.string().nullable(),
  }),
  truncated: z.boolean(),
});
export type Landscape = z.output<typeof Landscape>;
