import type { BpmnRead } from "#contract/clarity/bpmn-read.ts";
import { readOrderQuestion } from "#contract/clarity/order-question.ts";
import type { Step } from "#contract/clarity/step.ts";
import { readBpmn } from "#server/clarity/bpmn/reading/read-bpmn.ts";
import { findCapture } from "#server/clarity/captures/captures.store.ts";
import type { EngineServices } from "#server/engine/services.ts";
import type { FlowStep, Units } from "./flow.ts";
import type { ClaimedGeneration } from "./generations.store.ts";
import type { DrawnMap, Workspace } from "./workspace.ts";

/** The workspace with what its process maps say as steps. Each step cites the units of its element by their ids. */
export async function withMaps(
  services: Pick<EngineServices, "store" | "objects">,
  { process_id, captures }: Pick<ClaimedGeneration, "process_id" | "captures">,
  { workspace, units }: { readonly workspace: Workspace; readonly units: Units },
): Promise<Workspace> {
  const told = [];
  for (const [i, capture] of workspace.captures.entries()) {
    const refs = refsByElement(capture.units, units);
    const map = refs.size === 0 ? undefined : await mapOf(services, process_id, captures[i] ?? "", refs);
    told.push({ ...capture, ...(map && { map }) });
  }
  return { ...workspace, captures: told };
}

/** Empty for what is no process map. */
function refsByElement(told: Workspace["captures"][number]["units"], units: Units): Map<string, string[]> {
  const refs = new Map<string, string[]>();
  for (const [ref] of told) {
    const locator = units.get(ref)?.locator;
    if (locator?.type === "bpmn_element") refs.set(locator.elementId, [...(refs.get(locator.elementId) ?? []), ref]);
  }
  return refs;
}

async function mapOf(
  { store, objects }: Pick<EngineServices, "store" | "objects">,
  processId: string,
  captureId: string,
  refs: ReadonlyMap<string, readonly string[]>,
): Promise<DrawnMap> {
  const key = (await findCapture(store.db, processId, captureId))?.object_key ?? null;
  if (key === null) return { undrawn: "Its file is with the process that this one was copied from. Add the file again." };
  const { steps, drawnBy, findings } = await readBpmn(await objects.bytes(key));
  if (steps) return { steps: drawnSteps(steps, drawnBy, refs) };
  const refused = findings.find(({ kind }) => kind === "refused");
  const name = refused?.elementName ?? refused?.elementId ?? null;
  return { undrawn: `${name === null ? "" : `“${name}”: `}${refused?.message ?? "It has no steps"}.` };
}

function drawnSteps(steps: readonly Step[], drawnBy: BpmnRead["drawnBy"], refs: ReadonlyMap<string, readonly string[]>): FlowStep[] {
  const elements = new Map(drawnBy.map((each) => [each.stepId, each]));
  return steps.map((step) => {
    const { element = null, flows = [] } = elements.get(step.id) ?? {};
    const own = element === null ? [] : (refs.get(element) ?? []);
    const ofFlows = flows.flatMap((id) => refs.get(id) ?? []);
    // A choice is also what its flows say, and an element without a name is known only by its flows.
    const cited = step.nodeType === "gateway" || (own.length === 0 && step.nodeType === "task") ? [...own, ...ofFlows] : own;
    return { ...said(step), evidence: [...new Set(cited)].slice(0, 100) };
  });
}

/** What the file itself says of a step. Quotes of other captures and who was missing then are of the process that the file was made from. */
function said({ sources: _, extraCaptureNeeded: __, readiness: ___, readinessRationale: ____, ...step }: Step): Omit<FlowStep, "evidence"> {
  const facts = (all: readonly string[] | null) => {
    const some = (all ?? []).filter((fact) => fact.trim() !== "" && !readOrderQuestion(fact)).slice(0, 20);
    return some.length > 0 ? some : null;
  };
  const cut = (prose: string | null) => prose && prose.slice(0, 5_000).toWellFormed();
  return {
    ...step,
    description: cut(step.description),
    rationale: cut(step.rationale),
    assumptions: facts(step.assumptions),
    openQuestions: facts(step.openQuestions),
  };
}
