import { readNotation } from "#contract/clarity/notation/read-notation.ts";
import type { CapturedUnit } from "#contract/clarity/notation/story.ts";
import { maxSteps, type Step } from "#contract/clarity/step.ts";
import { mineProcess } from "#server/clarity/discovery/mine-process.ts";
import { ModelFault, type ModelPart, type ModelRequest } from "#server/engine/models/port.ts";
import type { PracticeRole } from "#server/engine/models/scripted.ts";
import { type Flow, type FlowStep, writeTool } from "./flow.ts";
import type { Workspace } from "./workspace.ts";

// The rules of the practice model, as the console prints them: it reads lines in the printed notation, and draws what most captures tell. Whatever
// else people say is kept as evidence and is not read.

const form = "“1. Clerk: check invoice in Ledger”";

export function writeByRules({ captures }: Pick<Workspace, "captures">): Flow {
  const units = captures.flatMap(({ id: captureId, units: own }) =>
    own.map(([id, person, text], ordinal): CapturedUnit => ({ id, captureId, ordinal, text, person })),
  );
  const { tellings, unread, summary } = readNotation(units);
  const { steps, tooMany } = mineProcess(tellings, units, new Map(captures.map(({ id, name }) => [id, name])));
  if (tooMany) throw new ModelFault("scripted_no_steps", "The captures tell more steps than the practice model can put in order.");
  if (steps.length === 0)
    throw new ModelFault(
      "scripted_no_steps",
      `The practice model reads lines such as ${form} only, and ${summary}. Write some, or set up a provider.`,
    );
  if (steps.length > maxSteps)
    throw new ModelFault("scripted_no_steps", `The captures tell ${steps.length} steps. A process has at most ${maxSteps}.`);
  const [start] = steps;
  return { steps: steps.map((step) => written(step, step === start && unread.length > 0 ? [`${summary}: ${form}.`] : [])) };
}

function written(step: Step, assumed: readonly string[]): FlowStep {
  const { sources, extraCaptureNeeded: _, readiness: __, readinessRationale: ___, ...said } = step;
  const assumptions = [...(step.assumptions ?? []), ...assumed];
  return {
    ...said,
    evidence: sources.flatMap(({ evidenceId }) => evidenceId ?? []).slice(0, 100),
    assumptions: assumptions.length > 0 ? assumptions.slice(0, 20) : null,
  };
}

function answer({ turns }: ModelRequest): ModelPart {
  const asked = turns.find((turn) => turn.role === "user");
  const workspace = JSON.parse(asked?.text ?? "{}") as Workspace;
  return { type: "call", id: "flow_1", name: writeTool, arguments: { ...writeByRules(workspace) } };
}

export const practiceWriter: PracticeRole = { tool: writeTool, answer };
