import { text, titleUpTo } from "#contract/fields.ts";
import { findingsOf, pathWords } from "#contract/clarity/flow/findings.ts";
import { faultsOf } from "#contract/clarity/flow/step-faults.ts";
import { readOrderQuestion } from "#contract/clarity/order-question.ts";
import { levels } from "#contract/clarity/step-source.ts";
import { eventSubtypes, gatewaySubtypes, maxSteps, type Step, StepTarget, taskSubtypes } from "#contract/clarity/step.ts";
import { z } from "#contract/zod.ts";
import { sourceOf, withConfidence } from "#server/clarity/snapshots/sources.ts";
import type { CitedUnit } from "#server/clarity/snapshots/evidence.store.ts";
import { parametersOf } from "#server/engine/models/parameters-of.ts";
import type { ToolSpec } from "#server/engine/models/port.ts";

const fact = text(0, 2_000).nullable().optional();
const facts = z.array(text(1, 2_000)).max(20).nullable().optional();

/** A step as a model writes it: it cites units of captures by their short ids, and writes no quote. */
export const FlowStep = z.strictObject({
  id: text(1, 200),
  nodeType: z.enum(["event", "task", "gateway"]),
  nodeSubtype: z.enum([...eventSubtypes, ...taskSubtypes, ...gatewaySubtypes]),
  title: titleUpTo(200),
  targetSteps: z.array(StepTarget.extend({ label: StepTarget.shape.label.optional(), isDefault: z.boolean().optional() })).max(100),
  evidence: z.array(text(1, 40)).max(100),
  action: fact,
  role: titleUpTo(200).nullable().optional(),
  system: fact,
  input: fact,
  output: fact,
  exception: fact,
  handling: fact,
  assumptions: facts,
  openQuestions: facts,
  confidence: z.enum(levels),
  description: text(1, 5_000).nullable().optional(),
  rationale: text(1, 5_000).nullable().optional(),
  condition: fact,
});
export type FlowStep = z.output<typeof FlowStep>;
export const Flow = z.strictObject({ steps: z.array(FlowStep).min(1).max(maxSteps) });
export type Flow = z.output<typeof Flow>;

export const writeTool = "write_flow";
export const writeSpec: ToolSpec = {
  name: writeTool,
  description: "Writes the whole process. Call it once; when something is wrong with it you are told, and call it again with all steps.",
  parameters: parametersOf(Flow),
};

/** The units that a model may cite, by the short ids under which it knows them. */
export type Units = ReadonlyMap<string, CitedUnit>;

export interface ReadFlow {
  readonly steps: Step[];
  /** What makes it no flow. */
  readonly faults: string[];
  /** What can be kept if the model does not know better. */
  readonly doubts: string[];
}

const subtypesOf: Record<FlowStep["nodeType"], readonly string[]> = {
  event: eventSubtypes,
  task: taskSubtypes,
  gateway: gatewaySubtypes,
};

/**
 * The steps of a flow, with quotes, speakers and places of what they cite, and what is wrong with them in words for the model. `kept`: steps that the
 * flow changes, by their ids; what they rest on stays.
 */
export function readFlow({ steps: written }: Flow, units: Units, kept: ReadonlyMap<string, Step> = new Map()): ReadFlow {
  const faults = written.flatMap((step, i) =>
    faultsOfStep(step, units, kept.get(step.id)).map((fault) => `steps.${i} (${step.id}): ${fault}`),
  );
  if (faults.length > 0) return { steps: [], faults: faults.slice(0, 30), doubts: [] };
  const steps = written.map((step) => withConfidence(toStep(step, units, kept.get(step.id))));
  const broken = faultsOf(steps).map(({ path, message }) => `${["steps", ...path].join(".")}: ${message}`);
  if (broken.length > 0) return { steps, faults: broken.slice(0, 30), doubts: [] };
  const unsound = findingsOf(steps).filter(({ kind }) => kind === "soundness");
  const doubts = unsound.map(
    ({ message, stepIds, path = [] }) =>
      `${message}${stepIds.length > 0 ? ` (${stepIds.join(", ")})` : ""}${path.length > 0 ? `. Shortest way there: ${pathWords(path)}` : ""}.`,
  );
  return { steps, faults: [], doubts: doubts.slice(0, 20) };
}

function faultsOfStep({ nodeType, nodeSubtype, evidence, condition }: FlowStep, units: Units, kept?: Step): string[] {
  const unknown = evidence.filter((ref) => !units.has(ref));
  return [
    ...(subtypesOf[nodeType].includes(nodeSubtype)
      ? []
      : [`${nodeSubtype} is no ${nodeType}. Use one of: ${subtypesOf[nodeType].join(", ")}`]),
    ...(unknown.length > 0 ? [`No capture has ${unknown.slice(0, 5).join(", ")}`] : []),
    ...(nodeType !== "event" && evidence.length === 0 && !kept?.sources.length ? ["Cite at least one unit"] : []),
    ...(nodeType === "gateway" && nodeSubtype !== "parallel" && !condition && !kept?.condition ? ["Say in `condition` what decides"] : []),
  ];
}

type Fact = "action" | "system" | "input" | "output" | "exception" | "handling" | "condition";

function toStep(step: FlowStep, units: Units, kept?: Step): Step {
  const { id, title, role = null, confidence, nodeType, nodeSubtype, evidence } = step;
  const { description = kept?.description ?? null, rationale = kept?.rationale ?? null } = step;
  const stood = kept?.sources ?? [];
  const cited = [...new Set(evidence)].flatMap((ref) => {
    const unit = units.get(ref);
    return unit && !stood.some(({ evidenceId }) => evidenceId === unit.id) ? [sourceOf(unit)] : [];
  });
  const sources = [...stood, ...cited].slice(0, mostSources);
  // What a step that is kept does not say again stays.
  const said = (field: Fact) => (step[field] === undefined ? (kept?.[field] ?? null) : step[field] || null);
  const shared = {
    id,
    title,
    role,
    confidence,
    sources,
    targetSteps: step.targetSteps.map(({ stepId, label = null, isDefault = false }) => ({ stepId, label, isDefault })),
    action: said("action"),
    system: said("system"),
    input: said("input"),
    output: said("output"),
    exception: said("exception"),
    handling: said("handling"),
    assumptions: step.assumptions ?? null,
    openQuestions: step.openQuestions?.map((question) => withIds(question, units)) ?? null,
  };
  const prose = { description: description ?? title, rationale: rationale ?? notSaid };
  if (nodeType === "task") return { ...shared, ...prose, condition: said("condition"), nodeType, nodeSubtype } as Step;
  if (nodeType === "gateway") return { ...shared, ...prose, condition: said("condition") ?? title, nodeType, nodeSubtype } as Step;
  return { ...shared, description, rationale, condition: null, nodeType, nodeSubtype } as Step;
}

/** As many as a step takes. */
const mostSources = 200;

/** Where no capture says why a step exists. */
const notSaid = "The captures do not say why.";

/** A question about the order of two steps names its evidence: stored, by the ids of the units. */
function withIds(question: string, units: Units): string {
  if (!readOrderQuestion(question)) return question;
  return question.replaceAll(/\bc\d+\.\d+\b/g, (ref) => units.get(ref)?.id ?? ref).slice(0, 2_000);
}
