import type { ModdleElement } from "bpmn-moddle";
import type { BpmnElement } from "#contract/clarity/bpmn-read.ts";
import { wordsOf } from "#contract/clarity/bpmn-words.ts";
import { cut, type Findings, onOneLine } from "./findings.ts";
import { roleOf } from "./lanes.ts";
import { bodyOf, childrenOf, documentationOf, referredTo } from "./leftovers.ts";

const longestId = 500;

/** Each element of a file that says something, in the order of the file. Drawings and what other tools have added say nothing. */
export function elementsIn(definitions: ModdleElement, found: Findings): BpmnElement[] {
  const roles = new Map<ModdleElement, string>();
  return within(definitions)
    .flatMap((element) => {
      if (element.$type === "bpmn:Lane") for (const node of childrenOf(element, "flowNodeRef")) roles.set(node, roleOf(element) ?? "");
      return [element];
    })
    .flatMap((element) => said(element, roles.get(element) ?? "", found) ?? []);
}

function said(element: ModdleElement, role: string, found: Findings): BpmnElement | undefined {
  const { id, $type: elementType } = element;
  const name = onOneLine(element.name ?? "");
  const text = textsOf(element).join("\n");
  const joins = joined(element);
  if (name === "" && text === "" && !joins) return undefined;
  if (id !== undefined && id !== "" && id.length <= longestId)
    return { elementId: id, elementType, name: name || null, text: text || null, role: role || null, joins };
  found.leaveOut(
    id ? `Its id is longer than ${longestId} characters, so it cannot be cited` : "It has no id, so it cannot be cited",
    element,
  );
  return undefined;
}

/** An element and all below it. References lead to elements that stand elsewhere. */
function within(element: ModdleElement): ModdleElement[] {
  return [element, ...inside(element).flatMap(within)];
}

function inside(element: ModdleElement): ModdleElement[] {
  return Object.values(element)
    .flat()
    .filter(
      (value): value is ModdleElement => isElement(value) && value.$parent === element && /^bpmn:(?!Documentation)/.test(value.$type),
    );
}

const isElement = (value: unknown): value is ModdleElement => typeof value === "object" && value !== null && "$type" in value;

/** What annotates it, what it is documented by, and the conditions and times that it or its event has. */
function textsOf(element: ModdleElement): string[] {
  const { text } = element;
  const isOfEvent = childrenOf(element.$parent, "eventDefinitions").includes(element);
  const parts = [element, ...childrenOf(element, "eventDefinitions")].flatMap(inside);
  const bodies = (isOfEvent ? [] : parts).filter(({ $type }) => $type.endsWith("Expression")).map(bodyOf);
  return [typeof text === "string" ? text.trim() : "", documentationOf(element)?.trim() ?? "", ...bodies].filter((each) => each !== "");
}

const flows = ["bpmn:SequenceFlow", "bpmn:MessageFlow", "bpmn:Association"];

function joined(element: ModdleElement): BpmnElement["joins"] {
  if (!flows.includes(element.$type)) return null;
  const [from, to] = [referredTo(element, "sourceRef"), referredTo(element, "targetRef")];
  return from && to ? { from: calledBy(from), to: calledBy(to) } : null;
}

/** What people know an element by: its name, what it says, or what kind it is. */
function calledBy({ name, text, $type }: ModdleElement): string {
  const shown = onOneLine(name ?? "") || onOneLine(typeof text === "string" ? text : "");
  return shown === "" ? wordsOf($type) : cut(shown, 200);
}
