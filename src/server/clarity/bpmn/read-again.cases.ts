import type { BpmnRead } from "#contract/clarity/bpmn-read.ts";
import { readText } from "./reading/read-text.ts";
import { scanBpmn } from "./reading/scan-bpmn.ts";

/** As `readBpmn` does it, but not in a process for each: for files that a test has written itself. */
export async function readAgain(xml: string): Promise<BpmnRead> {
  const scanned = scanBpmn(xml);
  if ("code" in scanned) throw new Error(scanned.message);
  return readText(scanned.text, { attribution: "BPMN file" });
}
