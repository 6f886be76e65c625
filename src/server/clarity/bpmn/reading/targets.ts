import type { ModdleElement } from "bpmn-moddle";
import type { StepTarget } from "#contract/clarity/step.ts";
import type { Kind } from "#server/clarity/bpmn/element-types.ts";
import { restored } from "#server/clarity/bpmn/kept.ts";
import { writable } from "#server/clarity/bpmn/xml.ts";
import { cut, type Findings, onOneLine } from "./findings.ts";
import type { ReadFlow } from "./flows.ts";
import { bodyOf, referredTo } from "./leftovers.ts";
import { keptIn } from "./make-step.ts";

interface Targets {
  readonly targets: StepTarget[];
  /** Conditions that the labels do not say. */
  readonly conditions: string[];
}

/** Where a step leads, in the order of the file. */
export function targetsOf(
  node: ModdleElement,
  { nodeType, nodeSubtype }: Kind,
  flows: readonly ReadFlow[],
  ids: ReadonlyMap<ModdleElement, string>,
  isKept: boolean,
  found: Findings,
): Targets {
  const isChoice = nodeType === "gateway" && nodeSubtype !== "parallel";
  const marked = referredTo(node, "default");
  const conditions: string[] = [];
  const read = flows.map(({ element, to }) => {
    const condition = bodyOf(referredTo(element, "conditionExpression"));
    if (!isChoice && condition !== "") refuseCondition(element, nodeType, found);
    if (!isChoice && marked === element) found.refuse("unsupported", "Only a choice has a default flow. Draw one after this", node);
    const label = labelOf(element, isChoice ? condition : "", found);
    if (isChoice && condition !== "" && condition !== writable(label ?? "").trim() && onOneLine(condition) !== label) {
      if (isKept) found.leaveOut(`Left out: condition “${cut(onOneLine(condition), 100)}”`, element);
      else conditions.push(`${label ?? "Otherwise"}: ${onOneLine(condition)}`);
    }
    return { element, target: { stepId: ids.get(to) ?? "", label, isDefault: isChoice && element === marked } };
  });
  if (isChoice && read.length > 1 && !read.some(({ target }) => target.isDefault)) {
    const unlabeled = read.filter(({ target }) => target.label === null);
    const negative = read.filter(({ target }) => /^(no|not|else|otherwise|default)\b/i.test(target.label ?? ""));
    const taken = [unlabeled, negative].find(({ length }) => length === 1)?.[0] ?? read.at(-1);
    if (taken) {
      taken.target.isDefault = true;
      found.change("default_flow", "No flow of this choice is its default. This one is taken for it", taken.element);
    }
  }
  return { targets: read.map(({ target }) => target), conditions };
}

function refuseCondition(flow: ModdleElement, nodeType: Kind["nodeType"], found: Findings): void {
  if (nodeType === "gateway") found.leaveOut("Left out: condition. A parallel gateway takes every flow", flow);
  else found.refuse("unsupported", "A flow with a condition has to leave a choice. Draw one before it", flow);
}

function labelOf(flow: ModdleElement, condition: string, found: Findings): string | null {
  const kept = keptIn(flow, "Flow", found);
  const shown = (flow.name ?? "").trim() === "" ? null : (flow.name ?? null);
  const label = restored(shown, kept?.label) ?? (condition === "" ? null : onOneLine(condition));
  if (label !== null && label.length > 200) found.change("shortened", "Its label is longer than 200 characters and is cut", flow);
  return label === null ? null : cut(label, 200);
}
