import type { BpmnFinding, BpmnRead } from "#contract/clarity/bpmn-read.ts";
import { readInTurn } from "./in-turn.ts";
import type { FileSource } from "./make-step.ts";
import { scanBpmn } from "./scan-bpmn.ts";

/**
 * Steps of a BPMN 2.0 file. For any bytes it answers within the limits of `scan-bpmn.ts` and of a process, and says what is wrong as findings; it
 * throws only where we are at fault. What the file says that we have kept, such as quotes, is said by who sent it: a save checks it like any other.
 * `source`: what steps of other tools' files are quoted from.
 */
export async function readBpmn(file: Uint8Array | string, source: FileSource = { attribution: "BPMN file" }): Promise<BpmnRead> {
  const scanned = scanBpmn(file);
  if ("code" in scanned) return refused(scanned.code, scanned.message);
  return (await readInTurn({ text: scanned.text, source })) ?? refused("too_much", "Reading this file takes too long or too much memory");
}

function refused(code: BpmnFinding["code"], message: string): BpmnRead {
  const finding = { kind: "refused", code, message, elementId: null, elementName: null, elementType: null } as const;
  return { name: null, description: null, elements: [], steps: null, drawnBy: [], findings: [finding] };
}
