import type { ModdleElement } from "bpmn-moddle";
import { wordsOf } from "#contract/clarity/bpmn-words.ts";
import { cut, type Findings, onOneLine, withArticle } from "./findings.ts";
import { childrenOf, referredTo, tellLeftovers } from "./leftovers.ts";

export interface TheProcess {
  readonly element: ModdleElement;
  /** Where there are any, the file is refused. */
  readonly others: readonly ModdleElement[];
  readonly name: string | null;
}

/** The one process of a file. Refuses what is several, and tells what stands beside it. */
export function theProcess(definitions: ModdleElement, found: Findings): TheProcess | undefined {
  tellLeftovers(definitions, "definitions", found);
  const roots = childrenOf(definitions, "rootElements");
  const collaborations = roots.filter(({ $type }) => $type === "bpmn:Collaboration");
  const pools = collaborations.flatMap((each) => poolsOf(each, found));
  const all = roots.filter(({ $type }) => $type === "bpmn:Process");
  const beside: ModdleElement[] = [];
  for (const root of roots) {
    if (root.$instanceOf?.("bpmn:Collaboration") && !collaborations.includes(root))
      found.refuse("unsupported", `Steps have no ${wordsOf(root.$type)}`, root);
    else if (!all.includes(root) && !collaborations.includes(root)) beside.push(root);
  }
  leaveOutAll(beside, found);
  if (pools.length > 1) for (const pool of pools) found.refuse("several", `Steps have one pool, and this file has ${pools.length}`, pool);
  const filled = all.filter((process) => childrenOf(process, "flowElements").length > 0);
  const [element] = filled;
  if (!element) {
    found.refuse("no_process", "This file has no process with elements");
    return undefined;
  }
  if (filled.length > 1 && pools.length < 2)
    for (const process of filled) found.refuse("several", `Steps are one process, and this file has ${filled.length}`, process);
  for (const process of all) if (!filled.includes(process)) leaveOut(process, found);
  for (const process of filled) {
    tellLeftovers(process, "process", found);
    for (const artifact of childrenOf(process, "artifacts")) leaveOut(artifact, found);
  }
  return { element, others: filled.slice(1), name: nameFor(element, pools, definitions, found) };
}

function poolsOf(collaboration: ModdleElement, found: Findings): readonly ModdleElement[] {
  tellLeftovers(collaboration, "collaboration", found);
  for (const flow of childrenOf(collaboration, "messageFlows")) found.refuse("unsupported", reasonFor(flow), flow);
  for (const artifact of childrenOf(collaboration, "artifacts")) leaveOut(artifact, found);
  const pools = childrenOf(collaboration, "participants");
  for (const pool of pools) tellLeftovers(pool, "pool", found);
  return pools;
}

/** What people see is the name of the pool. */
function nameFor(process: ModdleElement, pools: readonly ModdleElement[], definitions: ModdleElement, found: Findings): string | null {
  const names = [pools.find((pool) => referredTo(pool, "processRef") === process), process, definitions].map((each) =>
    onOneLine(each?.name ?? ""),
  );
  const name = names.find((each) => each !== "");
  if (name !== undefined && names[1] !== "" && names[1] !== name) found.leaveOut(`Left out: name “${cut(names[1] ?? "", 100)}”`, process);
  return name === undefined ? null : cut(name, 200);
}

export function leaveOut(element: ModdleElement, found: Findings): void {
  found.leaveOut(`${withArticle(wordsOf(element.$type))} is left out`, element);
}

/** Those without a name are told together. */
function leaveOutAll(elements: readonly ModdleElement[], found: Findings): void {
  const isNamed = ({ name }: ModdleElement) => (name ?? "").trim() !== "";
  for (const element of elements) if (isNamed(element)) leaveOut(element, found);
  const rest = elements.filter((element) => !isNamed(element));
  for (const [type, { length }] of Map.groupBy(rest, ({ $type }) => $type))
    found.leaveOut(`Left out: ${length} of the type ${wordsOf(type)}, without a name`);
}

const reasons: Readonly<Record<string, string>> = {
  "bpmn:SubProcess": "Steps have no sub-processes. Draw its elements in the process itself",
  "bpmn:Transaction": "Steps have no transactions. Draw its elements in the process itself",
  "bpmn:AdHocSubProcess": "Steps have no ad-hoc sub-processes. Draw its elements in the process itself",
  "bpmn:CallActivity": "A step cannot call another process. Draw it as a task",
  "bpmn:BoundaryEvent": "Steps have no events on the border of a task. Draw a choice after the task",
  "bpmn:EventBasedGateway": "Steps have no gateway that waits for the first event. Draw a choice",
  "bpmn:ComplexGateway": "Steps have no complex gateways. Use an exclusive, inclusive or parallel one",
  "bpmn:MessageFlow": "Steps have one pool and no message flows. Draw the message as an event or a task",
};

export function reasonFor(element: ModdleElement): string {
  const inside = countInside(element);
  const has = inside > 0 ? `It has ${inside} ${inside === 1 ? "element" : "elements"} inside. ` : "";
  return `${has}${reasonOf(element)}`;
}

function reasonOf(element: ModdleElement): string {
  if (element.triggeredByEvent === true) return "Steps have no event sub-processes";
  const by = eventTypes(element).map(wordsOf);
  const reason = reasons[element.$type];
  if (reason !== undefined || !element.$instanceOf?.("bpmn:Event")) return reason ?? `Steps have no ${wordsOf(element.$type)}`;
  if (by.length === 0) return "Steps have no event without a type between start and end";
  return `Steps have no ${wordsOf(element.$type)} of the type ${by.join(" and ")}`;
}

/** What an event is caused by or causes, as `Timer`. */
export function eventTypes(element: ModdleElement): string[] {
  const definitions = [...childrenOf(element, "eventDefinitions"), ...childrenOf(element, "eventDefinitionRef")];
  return definitions.map(({ $type }) => $type.replace(/^bpmn:(\w+)EventDefinition$/, "$1"));
}

function countInside(element: ModdleElement): number {
  const inside = [...childrenOf(element, "flowElements"), ...childrenOf(element, "artifacts")];
  return inside.reduce((count, each) => count + 1 + countInside(each), 0);
}
