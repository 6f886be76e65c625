import type { ModdleElement } from "bpmn-moddle";
import type { DrawnBy } from "#contract/clarity/bpmn-read.ts";
import { faultsOf } from "#contract/clarity/flow/step-faults.ts";
import { ranksOf } from "#contract/clarity/layout/ranks.ts";
import { maxSteps, type Step, Steps } from "#contract/clarity/step.ts";
import type { Kind } from "#server/clarity/bpmn/element-types.ts";
import { cut, type Findings } from "./findings.ts";
import { flowsOf, type ReadFlows } from "./flows.ts";
import { tellJoins } from "./joins.ts";
import { inLanes, lanesIn, roleOf } from "./lanes.ts";
import { documentationOf, extensionsOf, isOurs } from "./leftovers.ts";
import { type FileSource, keptIn, makeStep } from "./make-step.ts";
import { nodesOf } from "./nodes.ts";
import { targetsOf } from "./targets.ts";
import { theProcess } from "./the-process.ts";

export interface ReadSteps {
  readonly name: string | null;
  readonly description: string | null;
  readonly steps: Step[] | null;
  readonly drawnBy: readonly DrawnBy[];
}

export const nothingDrawn: ReadSteps = { name: null, description: null, steps: null, drawnBy: [] };

/** The steps of a file. Null where anything in it is refused. */
export function stepsOf(definitions: ModdleElement, source: FileSource, found: Findings): ReadSteps {
  const process = theProcess(definitions, found);
  if (!process) return nothingDrawn;
  const { element, others, name } = process;
  // What they have is told as that of the first one.
  for (const other of others) {
    flowsOf(other, nodesOf(other, found), found);
    lanesIn(other, found);
  }
  const nodes = nodesOf(element, found);
  const flows = flowsOf(element, nodes, found);
  const lanes = lanesIn(element, found);
  const description = documentationOf(element);
  const read = { ...nothingDrawn, name, description: description && cut(description, 10_000) };
  const kept = new Map([...nodes.keys()].map((node) => [node, keptIn(node, "Step", found)]));
  const real = inReadingOrder(
    [...nodes.keys()].filter((node) => !flows.isJoin(node)),
    nodes,
    flows,
    [...nodes.keys()].some((node) => extensionsOf(node).some(({ $type }) => isOurs($type))),
  );
  if (real.length > maxSteps) {
    found.refuse("too_much", `This process has ${real.length.toLocaleString("en")} steps, and the most are ${maxSteps}`, element);
    return read;
  }
  const ids = idsFor(real, kept);
  const steps = real.flatMap((node) => {
    const kind = nodes.get(node);
    const mine = kept.get(node);
    if (!kind) return [];
    const { targets, conditions } = targetsOf(node, kind, flows.out.get(node) ?? [], ids, mine !== undefined, found);
    const role = roleOf(lanes.get(node));
    return makeStep({ element: node, kind, id: ids.get(node) ?? "", kept: mine, role, targets, conditions, source }, found) ?? [];
  });
  if (found.refused().length > 0) return read;
  const elements = new Map([...ids].map(([node, id]) => [id, node]));
  const drawn = new Map([...ids].flatMap(([node, id]) => (lanes.has(node) ? [[id, lanes.get(node) ?? node] as const] : [])));
  const placed = inLanes(steps, drawn, found);
  refuseFaults(placed, elements, element, found);
  if (found.refused().length > 0) return read;
  tellJoins(placed, elements, nodes, flows, found);
  return { ...read, steps: placed, drawnBy: drawnBy(ids, flows) };
}

function drawnBy(ids: ReadonlyMap<ModdleElement, string>, { out }: ReadFlows): DrawnBy[] {
  const all = [...out.values()].flat();
  const into = Map.groupBy(all, ({ to }) => to);
  return [...ids].map(([node, stepId]) => ({
    stepId,
    element: node.id ?? null,
    flows: [...(out.get(node) ?? []), ...(into.get(node) ?? [])].flatMap(({ element }) => element.id ?? []),
  }));
}

/** What was written by us is in its order already. Other files have the order in which somebody drew. */
function inReadingOrder(
  all: ModdleElement[],
  nodes: ReadonlyMap<ModdleElement, Kind>,
  { out }: ReadFlows,
  areInOrder: boolean,
): ModdleElement[] {
  if (areInOrder) return all;
  const keys = new Map(all.map((node, i) => [node, String(i)]));
  const grid = all.map((node, i) => ({ key: String(i), lane: 0, starts: nodes.get(node)?.nodeSubtype === "start" }));
  const edges = [...out].flatMap(([from, flows]) =>
    flows.map(({ to }, i) => ({ key: `${i}`, from: keys.get(from) ?? "", to: keys.get(to) ?? "" })),
  );
  const ranks = ranksOf(grid, edges);
  const rank = (node: ModdleElement) => ranks.get(keys.get(node) ?? "") ?? 0;
  return all.toSorted((a, b) => rank(a) - rank(b));
}

/** The id that a step had, or that its element has. Other tools copy an element with what is kept in it: then the first one is it. */
function idsFor(
  all: readonly ModdleElement[],
  kept: ReadonlyMap<ModdleElement, Readonly<Record<string, unknown>> | undefined>,
): Map<ModdleElement, string> {
  const ids = new Map<ModdleElement, string>();
  const taken = new Set<string>();
  const take = (node: ModdleElement, id: unknown) => {
    if (ids.has(node) || typeof id !== "string" || id === "" || id.length > 200 || taken.has(id)) return;
    taken.add(id);
    ids.set(node, id);
  };
  for (const node of all) take(node, kept.get(node)?.id);
  for (const node of all) take(node, node.id);
  for (const node of all) for (let n = 1; !ids.has(node); n++) take(node, `step-${n}`);
  return ids;
}

function refuseFaults(steps: readonly Step[], elements: ReadonlyMap<string, ModdleElement>, process: ModdleElement, found: Findings): void {
  const at = (index: PropertyKey | undefined) => elements.get(steps[Number(index)]?.id ?? "") ?? process;
  const faults = [...(Steps.safeParse(steps).error?.issues ?? []), ...faultsOf(steps)];
  for (const { path, message } of faults) found.refuse("no_flow", message, at(path[0]));
}
