import { BpmnModdle } from "bpmn-moddle";
import { Linter } from "bpmnlint";
import NodeResolver from "bpmnlint/lib/resolver/node-resolver.js";

/** What the rules that modelers recommend find in a file. A linter keeps what it has seen: each file has its own. */
export async function linted(xml: string): Promise<string[]> {
  const { rootElement, warnings } = await new BpmnModdle({}).fromXML(xml);
  const linter = new Linter({ config: { extends: "bpmnlint:recommended" }, resolver: new NodeResolver() });
  const found = Object.entries(await linter.lint(rootElement));
  return [
    ...warnings.map(({ message }) => message),
    ...found.flatMap(([rule, reports]) => reports.map(({ id, message }) => `${rule} ${id}: ${message}`)),
  ];
}
