import type { NodeSubtype, NodeType, Step } from "#contract/clarity/step.ts";

/** How a kind of step is written: its element, and what it contains to say which event it is. */
interface Written {
  readonly element: string;
  readonly event?: string;
}

const tasks = {
  user: "userTask",
  service: "serviceTask",
  send: "sendTask",
  receive: "receiveTask",
  manual: "manualTask",
  businessRule: "businessRuleTask",
  script: "scriptTask",
};
const gateways = { exclusive: "exclusiveGateway", parallel: "parallelGateway", inclusive: "inclusiveGateway" };
const events: Readonly<Record<string, Written>> = {
  start: { element: "startEvent" },
  end: { element: "endEvent" },
  timer: { element: "intermediateCatchEvent", event: "timerEventDefinition" },
  message: { element: "intermediateCatchEvent", event: "messageEventDefinition" },
  escalation: { element: "intermediateThrowEvent", event: "escalationEventDefinition" },
};

export function writtenAs({ nodeType, nodeSubtype }: Step): Written {
  if (nodeType === "task") return { element: tasks[nodeSubtype] };
  if (nodeType === "gateway") return { element: gateways[nodeSubtype] };
  return events[nodeSubtype] ?? { element: "intermediateThrowEvent" };
}

export interface Kind {
  readonly nodeType: NodeType;
  readonly nodeSubtype: NodeSubtype;
}
const kinds = new Map<string, Kind>([
  ...Object.entries(tasks).map(([nodeSubtype, element]) => [typeOf(element), { nodeType: "task", nodeSubtype } as Kind] as const),
  ...Object.entries(gateways).map(([nodeSubtype, element]) => [typeOf(element), { nodeType: "gateway", nodeSubtype } as Kind] as const),
]);

/** The kind of step that a task or gateway is, as `bpmn:UserTask`. */
export function kindOf(type: string): Kind | undefined {
  return kinds.get(type);
}

function typeOf(element: string): string {
  return `bpmn:${element.charAt(0).toUpperCase()}${element.slice(1)}`;
}
