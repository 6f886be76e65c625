import { endpoint } from "#contract/endpoint.ts";
import { int53, page, queryFlag, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { processStatus } from "./process.ts";

export const Swot = record("ClaritySwot", {
  strengths: z.array(z.string()),
  weaknesses: z.array(z.string()),
  opportunities: z.array(z.string()),
  threats: z.array(z.string()),
});

/** A step without its prose. */
const StepOutline = record("ClarityStepOutline", {
  id: z.string(),
  title: z.string(),
  role: z.string().nullable(),
  system: z.string().nullable(),
  nodeType: z.string().nullable(),
  nodeSubtype: z.string().nullable(),
  condition: z.string().nullable(),
  readiness: z.string().nullable(),
  targetSteps: z.array(record("ClarityTargetStep", { stepId: z.string(), label: z.string().nullable(), isDefault: z.boolean() })),
});
export type StepOutline = z.output<typeof StepOutline>;

export const ProcessSummary = record("ClarityProcessSummary", {
  id: uuid,
  name: z.string(),
  status: processStatus,
  created_at: timestamp,
  updated_at: timestamp,
  current: record("ClarityCurrentSummary", {
    summary: z.string().nullable(),
    swot: Swot.nullable(),
    /** Where `include_current_steps` asks for them. */
    steps: z.array(StepOutline).optional(),
  }),
  proposal: record("ClarityProposalSummary", {
    summary: z.string().nullable(),
    projectedImpact: z.string().nullable(),
    steps: z.array(StepOutline),
  }).nullable(),
  roles: z.array(z.string()),
  systems: z.array(z.string()),
});
export type ProcessSummary = z.output<typeof ProcessSummary>;

export const listClarityProcessSummaries = endpoint({
  name: "listClarityProcessSummaries",
  method: "GET",
  path: "/v2/teams/{teamId}/clarity-v2/processes/summaries",
  area: "Clarity",
  summary: "Summary, effects and steps of each completed process of a team",
  access: { scope: "team", by: "teamId", role: "team:member" },
  reads: ["clarity_process"],
  params: z.strictObject({ teamId: idOf("team") }),
  query: z.strictObject({
    ...page(5, 10),
    detail: z.enum(["skeleton", "summary"]).default("skeleton"),
    include_current_steps: queryFlag.default("false"),
  }),
  reply: record("ClaritySummaryPage", { processes: z.array(ProcessSummary), total: int53, limit: int53, offset: int53 }),
});
