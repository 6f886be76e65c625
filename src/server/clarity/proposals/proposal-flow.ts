import { text, titleUpTo } from "#contract/fields.ts";
import { levels } from "#contract/clarity/step-source.ts";
import { maxSteps, type Step } from "#contract/clarity/step.ts";
import { z } from "#contract/zod.ts";
import { FlowStep, type ReadFlow, readFlow, type Units } from "#server/clarity/generation/flow.ts";
import type { ToolSpec } from "#server/engine/models/port.ts";
import { newId } from "#server/platform/db/columns.ts";

const Missing = z.strictObject({ gap: text(1, 1_000), prompt: text(1, 2_000).nullable().optional() });

/** A step as a model proposes it. Who does it follows from its type and role. */
const ProposedStep = FlowStep.extend({
  title: titleUpTo(200),
  readiness: z.enum(levels).nullable().optional(),
  readinessRationale: text(1, 1_000).nullable().optional(),
  /** What nobody has said yet and has to be known. */
  missing: Missing.nullable().optional(),
});
export type ProposedStep = z.output<typeof ProposedStep>;
export const Proposal = z.strictObject({ steps: z.array(ProposedStep).min(1).max(maxSteps) });
export type Proposal = z.output<typeof Proposal>;

export const proposeTool = "write_proposal";
const { $schema: _, ...parameters } = z.toJSONSchema(Proposal, { io: "input" }) as Record<string, unknown>;
export const proposeSpec: ToolSpec = {
  name: proposeTool,
  description:
    "Writes the whole process as it should be. Call it once; when something is wrong with it you are told, and call it again with all steps.",
  parameters,
};

/**
 * The steps of a proposal, as those of a flow. A step that keeps its id keeps what it rests on, beside what it cites. What it asks for gets an id here:
 * a model never gives one.
 */
export function readProposal({ steps: written }: Proposal, units: Units, current: readonly Step[]): ReadFlow {
  const kept = new Map(current.map((step) => [step.id, step]));
  const flow = written.map(({ readiness: _r, readinessRationale: _w, missing: _m, ...step }) => step);
  const { steps, ...found } = readFlow({ steps: flow }, units, kept);
  const said = new Map(written.map((step) => [step.id, step]));
  return { ...found, steps: steps.map((step) => withReadiness(step, said.get(step.id))) };
}

function withReadiness(step: Step, said: ProposedStep | undefined): Step {
  const missing = said?.missing;
  return {
    ...step,
    readiness: step.nodeType === "task" ? (said?.readiness ?? null) : null,
    readinessRationale: said?.readinessRationale ?? null,
    extraCaptureNeeded: missing ? { id: newId(), gap: missing.gap, proposal: missing.prompt ?? null } : null,
  };
}
