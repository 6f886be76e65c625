import { findingsOf, pathWords } from "#contract/clarity/flow/findings.ts";
import { readBpmn } from "#server/clarity/bpmn/reading/read-bpmn.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";

/** Throws where a file cannot become a model, or says what is not to be given away: with the element, and the way to it. */
export async function requireExportable(text: string): Promise<void> {
  const { steps, findings } = await readBpmn(text);
  const refused = findings.find(({ kind }) => kind === "refused");
  if (!steps) {
    const where = refused?.elementName ?? refused?.elementId;
    throw invalid(["bpmnXml"], `${where ? `“${where}”: ` : ""}${refused?.message ?? "This file has no process"}`);
  }
  if (!/<(?:[\w.-]+:)?BPMNDiagram[\s>]/.test(text))
    throw invalid(["bpmnXml"], "This file has no drawing. SAP Signavio takes none without it");
  const found = findingsOf(steps);
  // What is not reached mostly follows from what leads nowhere.
  const fault = found.find(({ code }) => code !== "unreached") ?? found[0];
  if (!fault) return;
  const names = new Map(steps.map(({ id, title }) => [id, title]));
  const at = fault.stepIds.slice(0, 3).map((id) => `“${names.get(id) ?? id}”`);
  const where = at.length > 0 ? ` at ${at.join(", ")}` : "";
  const way = fault.path && fault.path.length > 0 ? `: ${pathWords(fault.path)}` : "";
  throw refuse("not_sound", `${fault.message}${where}${way}. Change the process, then export it.`);
}
