import { maxProblems, PreflightProblem, preflightReads } from "#contract/agents/preflight.ts";
import { builderDecisions, builderRunStatuses } from "#contract/agents/builder-run.ts";
import { revisionStatuses } from "#contract/agents/revisions.ts";
import { endpoint } from "#contract/endpoint.ts";
import { int53, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { HandoverCheck } from "./handover/handover-check.ts";

const area = "Clarity";
const path = "/v2/clarity-v2/processes/{process_id}/automation";
const params = z.strictObject({ process_id: idOf("clarity_process") });

/** A draft that was built from a proposal, and the agent that it is of. */
export const ClarityAutomation = record("ClarityAutomation", {
  id: uuid,
  process_id: uuid,
  proposal_id: uuid,
  agent_id: uuid,
  agent_name: z.string(),
  build_id: uuid,
  revision_number: int53,
  revision_status: z.enum(revisionStatuses),
  builder_run_id: uuid,
  builder_run_status: z.enum(builderRunStatuses),
  /** What a person decided about what the model wrote. */
  decision: z.enum(builderDecisions).nullable(),
  built_by: record("ClarityBuilder", { id: uuid, name: z.string().nullable() }).nullable(),
  built_at: timestamp,
  /** Since when new runs of the agent use a revision of it; null while none is live. */
  live_since: timestamp.nullable(),
  /** Another proposal is live by now, or the one that it was built from was withdrawn. */
  stale: z.boolean(),
  /** The proposal that a further draft would be built from. */
  live_proposal_id: uuid.nullable(),
});
export type ClarityAutomation = z.output<typeof ClarityAutomation>;

export const buildClarityAutomation = endpoint({
  name: "buildClarityAutomation",
  method: "POST",
  path,
  area,
  summary: "Build a draft of the process's agent from a proposal, for review; asked again, the same one",
  access: { scope: "team", by: "process_id", role: "team:builder" },
  changes: ["clarity_process", "builder_run", "revision", "agent", "automation"],
  params,
  body: z.strictObject({
    /** Default: the live one. */
    transformation_proposal_id: uuid.optional(),
  }),
  reply: z.strictObject({ automation_run: record("ClarityAutomationRun", { id: uuid, status: z.literal("generating") }) }),
  status: 202,
  errors: ["process_generating"],
});

export const getClarityAutomation = endpoint({
  name: "getClarityAutomation",
  method: "GET",
  path,
  area,
  summary: "The agent of a process, its last draft, and what it still lacks",
  access: { scope: "team", by: "process_id", role: "team:member" },
  reads: ["clarity_process", "clarity_landscape", "builder_run", "invite", ...preflightReads],
  ours: "Who hands a process over has to see what became of it.",
  params,
  reply: z.strictObject({
    automation: ClarityAutomation.nullable(),
    /** The proposal that the checks are about: the live one, else the newest. Null where there is none. */
    proposal_id: uuid.nullable(),
    /** What is lacking comes first. */
    checks: z.array(HandoverCheck),
    /** Of a draft, or of what is live: what would make its runs fail. */
    draft_problems: z.array(PreflightProblem).max(maxProblems),
  }),
});

/** What a revision was built from, for whoever reviews it. */
export const RevisionProcess = record("ClarityRevisionProcess", {
  id: uuid,
  name: z.string(),
  proposal_id: uuid,
  stale: z.boolean(),
  live_proposal_id: uuid.nullable(),
  /** The steps that the agent is told about, by the line that its instructions have of each. */
  steps: z.array(record("ClarityToldStep", { id: z.string(), number: int53, title: z.string(), heading: z.string() })),
});
export type RevisionProcess = z.output<typeof RevisionProcess>;

export const getRevisionClarityProcess = endpoint({
  name: "getRevisionClarityProcess",
  method: "GET",
  path: "/v2/revisions/{build_id}/clarity-process",
  area,
  summary: "The process that a revision's agent was built for, null when it was for none",
  access: { scope: "team", by: "build_id", role: "team:member" },
  reads: ["clarity_process", "revision"],
  ours: "A review of what was built from a process leads back to its steps.",
  params: z.strictObject({ build_id: idOf("revision") }),
  reply: z.strictObject({ process: RevisionProcess.nullable() }),
});
