import type { ModdleElement } from "bpmn-moddle";
import { wordsOf } from "#contract/clarity/bpmn-words.ts";
import { type Kind, kindOf } from "#server/clarity/bpmn/element-types.ts";
import { type Findings } from "./findings.ts";
import { childrenOf, tellLeftovers } from "./leftovers.ts";
import { eventTypes, leaveOut, reasonFor } from "./the-process.ts";

/** Nodes of the flow, each with the kind of step that it is. What is refused is not among them. */
export function nodesOf(process: ModdleElement, found: Findings): Map<ModdleElement, Kind> {
  const nodes = new Map<ModdleElement, Kind>();
  for (const element of childrenOf(process, "flowElements")) {
    if (element.$type === "bpmn:SequenceFlow") continue;
    if (!element.$instanceOf?.("bpmn:FlowNode")) {
      leaveOut(element, found);
      continue;
    }
    const kind = kindFor(element, found);
    if (!kind) continue;
    nodes.set(element, kind);
    tellLeftovers(element, "node", found);
    for (const event of childrenOf(element, "eventDefinitions")) tellLeftovers(event, "event", found, element);
  }
  return nodes;
}

function kindFor(element: ModdleElement, found: Findings): Kind | undefined {
  const { $type: type } = element;
  if (element.isForCompensation === true) {
    found.refuse("unsupported", "Steps have no tasks that undo others", element);
    return undefined;
  }
  if (type === "bpmn:Task") {
    found.change("kind", "A task without a type is read as a user task", element);
    return { nodeType: "task", nodeSubtype: "user" };
  }
  const known = kindOf(type) ?? eventKind(element, found);
  if (!known) found.refuse("unsupported", reasonFor(element), element);
  return known;
}

/** How an end or a start comes about changes nothing about the flow; where an end stops other branches too, it does. */
const harmless = {
  "bpmn:StartEvent": ["Message", "Timer", "Signal", "Conditional", "Error", "Escalation"],
  "bpmn:EndEvent": ["Message", "Signal", "Escalation"],
};

function eventKind(element: ModdleElement, found: Findings): Kind | undefined {
  const { $type: type } = element;
  const by = eventTypes(element);
  const event = (nodeSubtype: Kind["nodeSubtype"]): Kind => ({ nodeType: "event", nodeSubtype });
  if (type === "bpmn:StartEvent" || type === "bpmn:EndEvent") {
    if (!by.every((each) => harmless[type].includes(each))) return undefined;
    const plain = type === "bpmn:StartEvent" ? "start" : "end";
    if (by.length > 0) found.change("kind", `Read as a plain ${plain}: it has the type ${by.map(wordsOf).join(", ")}`, element);
    return event(plain);
  }
  if (by.length !== 1) return undefined;
  if (type === "bpmn:IntermediateCatchEvent") {
    if (by[0] === "Timer") return event("timer");
    return by[0] === "Message" ? event("message") : undefined;
  }
  if (type !== "bpmn:IntermediateThrowEvent") return undefined;
  if (by[0] === "Escalation") return event("escalation");
  if (by[0] !== "Message") return undefined;
  found.change("kind", "Read as a message that is waited for: it is one that is sent", element);
  return event("message");
}
