import type { BpmnRead } from "#contract/clarity/bpmn-read.ts";
import { documentOf } from "./bpmn-document.ts";
import { elementsIn } from "./elements.ts";
import { findings } from "./findings.ts";
import type { FileSource } from "./make-step.ts";
import { nothingDrawn, stepsOf } from "./steps-of.ts";

/** Steps of a text that was looked through. Only in a process of its own: nothing else limits what it takes. */
export async function readText(text: string, source: FileSource): Promise<BpmnRead> {
  const found = findings();
  const definitions = await documentOf(text, found);
  const read = definitions ? stepsOf(definitions, source, found) : nothingDrawn;
  const elements = definitions ? elementsIn(definitions, found) : [];
  return { ...read, elements, findings: found.all() };
}
