import { readNotation, unreadWords } from "#contract/clarity/notation/read-notation.ts";
import type { CapturedUnit } from "#contract/clarity/notation/story.ts";
import { maxSteps, type Step } from "#contract/clarity/step.ts";
import { mineProcess } from "#server/clarity/discovery/mine-process.ts";
import { ModelFault, type ModelPart, type ModelRequest } from "#server/engine/models/port.ts";
import type { PracticeRole } from "#server/engine/models/scripted.ts";
import { type Flow, type FlowStep, writeTool } from "./flow.ts";
import type { Workspace } from "./workspace.ts";

// The rules of the practice model, as the console prints them: it reads lines in the printed notation, and draws what most captures tell. Whatever
// else people say is kept as evidence and is not read.

export function writeByRules({ captures }: Pick<Workspace, "captures">): Flow {
  const units = captures.flatMap(({ id: captureId, units: own }) =>
    own.map(([id, person, text], ordinal): CapturedUnit => ({ id, captureId, ordinal, text, person })),
  );
  const read = captures.map(({ id }) => readNotation(units.filter(({ captureId }) => captureId === id)));
  const sum = (of: (one: (typeof read)[number]) => number) => read.reduce((all, one) => all + of(one), 0);
  const unread = unreadWords(
    sum((one) => one.unread.length),
    sum(({ lines }) => lines),
  );
  const names = new Map(captures.map(({ id, name }) => [id, name]));
  const { steps } = mineProcess(
    read.flatMap(({ tellings }) => tellings),
    units,
    names,
  );
  if (steps.length === 0)
    throw new ModelFault(
      "scripted_no_steps",
      `The practice model reads lines such as “1. Clerk: check invoice in Ledger” only, and ${unread}. Write some, or set up a provider.`,
    );
  if (steps.length > maxSteps)
    throw new ModelFault("scripted_no_steps", `The captures tell ${steps.length} steps. A process has at most ${maxSteps}.`);
  const [start] = steps;
  return { steps: steps.map((step) => written(step, step === start && sum((one) => one.unread.length) > 0 ? [`${unread}.`] : [])) };
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
