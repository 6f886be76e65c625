import type { ModdleElement } from "bpmn-moddle";
import { drawnFlow } from "#contract/clarity/flow/drawn-flow.ts";
import type { Step } from "#contract/clarity/step.ts";
import type { Kind } from "#server/clarity/bpmn/element-types.ts";
import type { Findings } from "./findings.ts";
import type { ReadFlows } from "./flows.ts";

/** Tells where the joins that the steps imply are of another type than those of the file. */
export function tellJoins(
  steps: readonly Step[],
  elements: ReadonlyMap<string, ModdleElement>,
  nodes: ReadonlyMap<ModdleElement, Kind>,
  { joins, into }: ReadFlows,
  found: Findings,
): void {
  const waiting = new Map<ModdleElement, ModdleElement>();
  for (const [join, to] of joins) if (nodes.get(join)?.nodeSubtype === "inclusive" && (into.get(join) ?? 0) > 1) waiting.set(to, join);
  const flow = drawnFlow(steps);
  const out = new Map(flow.edges.map(({ from, to }) => [from, to]));
  const real = new Set(steps.map(({ id }) => id));
  const implied = new Set<ModdleElement>();
  for (const { id, step, takes } of flow.nodes) {
    if (step || takes !== "some") continue;
    let at = id;
    while (!real.has(at)) at = out.get(at) ?? "";
    const element = elements.get(at);
    if (element) implied.add(element);
  }
  for (const [to, join] of waiting)
    if (!implied.has(to)) found.change("kind", "Read as a join that waits for nothing: no inclusive gateway opens its branches", join);
  for (const to of implied)
    if (!waiting.has(to)) found.change("kind", "Read with an inclusive join before it: an inclusive gateway opens its branches", to);
}
