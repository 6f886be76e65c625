import { readNotation } from "#contract/clarity/notation/read-notation.ts";
import type { CapturedUnit } from "#contract/clarity/notation/story.ts";
import { maxSteps, type Step } from "#contract/clarity/step.ts";
import { mineProcess } from "#server/clarity/discovery/mine-process.ts";
import { ModelFault, type ModelPart, type ModelRequest } from "#server/engine/models/port.ts";
import type { PracticeRole } from "#server/engine/models/scripted.ts";
import { type Flow, type FlowStep, writeTool } from "./flow.ts";
import type { Workspace } from "./workspace.ts";

// The rules of the practice model, as the console prints them: it reads lines in the printed notation, and draws what most captures tell. Where none
// has such a line, it takes the steps of a process map. Whatever else people say is kept as evidence and is not read.

const form = "“1. Clerk: check invoice in Ledger”";

type Captures = Workspace["captures"];

export function writeByRules({ captures }: Pick<Workspace, "captures">): Flow {
  const units = captures
    .filter(({ map }) => !map)
    .flatMap(({ id: captureId, units: own }) =>
      own.map(([id, person, text], ordinal): CapturedUnit => ({ id, captureId, ordinal, text, person })),
    );
  const { tellings, unread, summary } = readNotation(units);
  const { steps: mined, tooMany } = mineProcess(tellings, units, new Map(captures.map(({ id, name }) => [id, name])));
  if (tooMany) throw new ModelFault("scripted_no_steps", "The captures tell more steps than the practice model can put in order.");
  const drawn = mined.length === 0 ? firstMap(captures) : undefined;
  const steps = drawn?.steps ?? mined.map(written);
  const unreadLines =
    unread.length > 0 ? [`The practice model read ${summary}: those written as ${form}. The others are kept as evidence.`] : [];
  if (steps.length === 0)
    throw new ModelFault(
      "scripted_no_steps",
      [
        ...leftOut(captures, undefined),
        `The practice model reads lines such as ${form} only, and the captures have none. Write some, or set up a provider.`,
      ].join(" "),
    );
  if (steps.length > maxSteps)
    throw new ModelFault("scripted_no_steps", `The captures tell ${steps.length} steps. A process has at most ${maxSteps}.`);
  return { steps: assuming(steps, [...unreadLines, ...leftOut(captures, drawn?.id)]) };
}

function firstMap(captures: Captures): { id: string; steps: readonly FlowStep[] } | undefined {
  return captures.flatMap(({ id, map }) => (map && "steps" in map ? [{ id, steps: map.steps }] : []))[0];
}

/** A sentence for each map that is not what is drawn. */
function leftOut(captures: Captures, drawn: string | undefined): string[] {
  return captures.flatMap(({ id, name, map }) => {
    if (!map || id === drawn) return [];
    if ("undrawn" in map) return [`The process map “${name}” is not drawn. ${map.undrawn}`];
    const instead = drawn === undefined ? "lines of other captures tell" : "another process map tells";
    return [`The process map “${name}” is not drawn: ${instead} the process.`];
  });
}

function written(step: Step): FlowStep {
  const { sources, extraCaptureNeeded: _, readiness: __, readinessRationale: ___, ...said } = step;
  return { ...said, evidence: sources.flatMap(({ evidenceId }) => evidenceId ?? []).slice(0, 100) };
}

/** What is assumed of the whole is said at its first step. */
function assuming([start, ...others]: readonly FlowStep[], assumed: readonly string[]): FlowStep[] {
  if (!start) return [];
  const assumptions = [...(start.assumptions ?? []), ...assumed].slice(0, 20);
  return [{ ...start, assumptions: assumptions.length > 0 ? assumptions : null }, ...others];
}

function answer({ turns }: ModelRequest): ModelPart {
  const asked = turns.find((turn) => turn.role === "user");
  const workspace = JSON.parse(asked?.text ?? "{}") as Workspace;
  return { type: "call", id: "flow_1", name: writeTool, arguments: { ...writeByRules(workspace) } };
}

export const practiceWriter: PracticeRole = { tool: writeTool, answer };
