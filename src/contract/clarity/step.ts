import { text, titleUpTo, uuid } from "#contract/fields.ts";
import { choice, record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { levels, StepSource } from "./step-source.ts";

/** Ours: what the drawing, the check and the table of one process take. */
export const maxSteps = 300;

export const eventSubtypes = ["start", "end", "timer", "message", "escalation"] as const;
export const taskSubtypes = ["user", "service", "send", "receive", "manual", "businessRule", "script"] as const;
export const gatewaySubtypes = ["exclusive", "parallel", "inclusive"] as const;

/** Where a step leads. */
export const StepTarget = record("ClarityStepTarget", {
  stepId: text(1, 200),
  label: text(0, 200).nullable(),
  isDefault: z.boolean(),
});
export type StepTarget = z.output<typeof StepTarget>;

const ExtraCaptureNeeded = record("ClarityExtraCaptureNeeded", {
  id: uuid,
  gap: text(1, 2_000),
  proposal: text(1, 5_000).nullable().optional(),
});

const prose = text(1, 10_000);
const fact = text(0, 2_000).nullable();
const facts = z.array(text(0, 2_000)).max(100).nullable();

/** What each kind of step has. All maximums are ours. */
const shared = {
  id: text(1, 200),
  targetSteps: z.array(StepTarget).max(100),
  title: titleUpTo(200),
  action: text(1, 2_000).nullable(),
  role: titleUpTo(200).nullable(),
  system: fact,
  input: fact,
  output: fact,
  exception: fact,
  handling: fact,
  assumptions: facts,
  openQuestions: facts,
  confidence: z.enum(levels),
  extraCaptureNeeded: ExtraCaptureNeeded.nullable().optional(),
  readiness: z.enum(levels).nullable().optional(),
  readinessRationale: fact.optional(),
};
const sources = z.array(StepSource).max(200);

const EventStep = record("ClarityEventStep", {
  ...shared,
  nodeType: z.literal("event"),
  nodeSubtype: z.enum(eventSubtypes),
  description: prose.nullable(),
  rationale: prose.nullable(),
  sources,
  condition: fact,
});
const TaskStep = record("ClarityTaskStep", {
  ...shared,
  nodeType: z.literal("task"),
  nodeSubtype: z.enum(taskSubtypes),
  description: prose,
  rationale: prose,
  sources: sources.min(1),
  condition: fact,
});
const GatewayStep = record("ClarityGatewayStep", {
  ...shared,
  nodeType: z.literal("gateway"),
  nodeSubtype: z.enum(gatewaySubtypes),
  description: prose,
  rationale: prose,
  sources: sources.min(1),
  condition: text(1, 2_000),
});

/** One step of a process. What it leads to makes the flow: there is no other record of it. */
export const Step = choice("ClarityStep", "nodeType", [EventStep, TaskStep, GatewayStep]);
export type Step = z.output<typeof Step>;
export type NodeType = Step["nodeType"];
export type NodeSubtype = Step["nodeSubtype"];

/** A whole process, in the order in which its steps are listed and numbered. */
export const Steps = z.array(Step).min(1).max(maxSteps);
