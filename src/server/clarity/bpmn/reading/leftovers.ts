import type { ModdleElement } from "bpmn-moddle";
import { wordsOf } from "#contract/clarity/bpmn-words.ts";
import { cut, type Findings, onOneLine } from "./findings.ts";

/** What is read of an element, or says nothing about the flow. */
const read = {
  node: ["incoming", "outgoing", "default", "eventDefinitions", "documentation", "gatewayDirection"],
  flow: ["sourceRef", "targetRef", "conditionExpression", "isImmediate"],
  lane: ["flowNodeRef", "childLaneSet"],
  pool: ["processRef"],
  collaboration: ["participants", "messageFlows", "artifacts", "isClosed"],
  process: [
    "documentation",
    "laneSets",
    "flowElements",
    "artifacts",
    "isExecutable",
    "isClosed",
    "processType",
    "definitionalCollaborationRef",
  ],
  definitions: ["rootElements", "diagrams", "targetNamespace", "exporter", "exporterVersion", "expressionLanguage", "typeLanguage"],
  event: [],
} as const satisfies Record<string, readonly string[]>;

/** Tells what an element has beside what is read of it. `to`: the element that people know it by. */
export function tellLeftovers(element: ModdleElement, as: keyof typeof read, found: Findings, to = element): void {
  const known: readonly string[] = ["id", "name", "extensionElements", ...read[as]];
  const left = Object.getOwnPropertyNames(element).flatMap((key) => {
    if (key.startsWith("$") || known.includes(key)) return [];
    const value = element[key];
    const isUnset =
      value === undefined || value === element.$descriptor.propertiesByName[key]?.default || (Array.isArray(value) && value.length === 0);
    return isUnset || (typeof value === "string" && value.startsWith("##")) ? [] : [`${wordsOf(key)}${shown(value)}`];
  });
  if (left.length > 0) found.leaveOut(`Left out: ${left.join(", ")}`, to);
  found.ofOthers([...foreignAttributes(element), ...extensionsOf(element).flatMap(({ $type }) => (isOurs($type) ? [] : [$type]))], to);
}

/** With a prefix, but none that only says how the file is to be read. */
const foreignAttributes = ({ $attrs }: ModdleElement) =>
  Object.keys($attrs).filter((name) => /:/.test(name) && !/^:?(xmlns|xsi|xml)(:|$)/.test(name));

export const isOurs = (type: string) => type.startsWith("caseload:");

export function extensionsOf({ extensionElements }: ModdleElement): readonly ModdleElement[] {
  return childrenOf(extensionElements as ModdleElement | undefined, "values");
}

export function childrenOf(element: ModdleElement | undefined, property: string): readonly ModdleElement[] {
  const value = element?.[property];
  return Array.isArray(value) ? (value as ModdleElement[]) : [];
}

export function referredTo(element: ModdleElement, property: string): ModdleElement | undefined {
  const value = element[property];
  return typeof value === "object" && value !== null ? (value as ModdleElement) : undefined;
}

/** A short value in quotes: what it was, for who has to write it down elsewhere. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return "";
  const text = typeof value === "object" && value !== null ? textIn(value as ModdleElement) : String(value);
  return text === "" ? "" : ` “${cut(onOneLine(text), 100)}”`;
}

function textIn({ body, name }: ModdleElement): string {
  const text = body ?? name;
  return typeof text === "string" ? text : "";
}

export function bodyOf(expression: ModdleElement | undefined): string {
  return typeof expression?.body === "string" ? expression.body.trim() : "";
}

/** The documentation of an element, its paragraphs one after the other. */
export function documentationOf(element: ModdleElement): string | null {
  const texts = childrenOf(element, "documentation").flatMap(({ text }) => (typeof text === "string" ? [text] : []));
  const text = texts.length === 1 ? (texts[0] ?? "") : texts.map((each) => each.trim()).join("\n\n");
  return text.trim() === "" ? null : text;
}
