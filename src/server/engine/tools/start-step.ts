import { textOf } from "#contract/agents/scripted-steps.ts";
import { stepHeadings } from "#contract/agents/step-headings.ts";
import { text } from "#contract/fields.ts";
import { maxRunSteps, startStepName } from "#contract/runs/run-steps.ts";
import { z } from "#contract/zod.ts";
import { startStep } from "#server/engine/log/run-steps.store.ts";
import { ToolError, tool } from "./tool.ts";

/** Characters of a list of steps that a model is told. */
const maxListed = 4_000;

/** There whenever the instructions have headings that name steps. It keeps where the run is, and does nothing else. */
export const startStepTool = tool({
  name: startStepName,
  type: "steps",
  effect: "store",
  description:
    "Say which step of the instructions the work is at. The instructions name each step by its id, in a heading such as “## step-check-invoice”. Call this before the work of a step, every time the work comes to it. It has no other effect.",
  parameters: z.strictObject({ step_id: text(1, 200).describe("The id, as in the heading") }),
  async execute(tx, { step_id }, { run }) {
    const data = run.config?.data;
    const steps = data && "input" in data ? stepHeadings(textOf(data.input)) : [];
    if (!steps.includes(step_id)) {
      throw new ToolError(`The instructions have no step ${step_id}. They have: ${steps.join(", ").slice(0, maxListed)}.`);
    }
    if (!(await startStep(tx, run, step_id, maxRunSteps))) {
      throw new ToolError(`This run has started ${maxRunSteps} steps, which is as many as are kept. Continue without saying the step.`);
    }
    return { step_id };
  },
});
