import type { BpmnRead } from "#contract/clarity/bpmn-read.ts";
import type { Asked } from "./in-turn.ts";
import { readText } from "./read-text.ts";

/** For a process of its own. */
export function answer({ text, source }: Asked): Promise<BpmnRead> {
  return readText(text, source);
}
