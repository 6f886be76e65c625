import type { ModdleElement } from "bpmn-moddle";
import type { BpmnElement } from "#contract/clarity/bpmn-read.ts";
import { cut, onOneLine } from "./findings.ts";
import { documentationOf } from "./leftovers.ts";

/** Each element below another one that says something, in the order of the file. Drawings and what other tools have added say nothing. */
export function elementsIn(element: ModdleElement): BpmnElement[] {
  const { id, name, text, $type: elementType } = element;
  const shown = onOneLine(name ?? "");
  const words = documentationOf(element) ?? (typeof text === "string" && text.trim() !== "" ? text : null);
  const says = id !== undefined && id !== "" && id.length <= 500 && (shown !== "" || words !== null);
  const own = says
    ? [{ elementId: id, elementType, name: shown === "" ? null : cut(shown, 2_000), text: words && cut(words, 10_000) }]
    : [];
  return [...own, ...inside(element).flatMap(elementsIn)];
}

/** References lead to elements that stand elsewhere. */
function inside(element: ModdleElement): ModdleElement[] {
  return Object.values(element)
    .flat()
    .filter(
      (value): value is ModdleElement => isElement(value) && value.$parent === element && /^bpmn:(?!Documentation)/.test(value.$type),
    );
}

const isElement = (value: unknown): value is ModdleElement => typeof value === "object" && value !== null && "$type" in value;
