import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { completeClarityArtifactImport, createClarityArtifactImportUploadUrl } from "#contract/clarity/artifact-imports.ts";
import { completeClarityCapture, createClarityCaptureUploadUrl } from "#contract/clarity/captures.ts";
import { findingsOf } from "#contract/clarity/flow/findings.ts";
import { duplicateClarityProcess } from "#contract/clarity/processes.ts";
import { getClarityProcessSnapshot } from "#contract/clarity/snapshots.ts";
import type { Step } from "#contract/clarity/step.ts";
import { writeBpmn } from "#server/clarity/bpmn/writing/write-bpmn.ts";
import { emptyProcess, put } from "#server/clarity/captures/capturing.cases.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { generateAs, generated } from "./with-provider.cases.ts";

let service: TestService;
let process_id: string;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());
beforeEach(async () => void (process_id = await emptyProcess(service)));

const kind = "current_process" as const;
const map = (inside: string) =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p" name="Pay">${inside}</process></definitions>`;
const drawn = map(
  `<laneSet id="ls"><lane id="l1" name="Clerk"><flowNodeRef>s</flowNodeRef><flowNodeRef>a</flowNodeRef><flowNodeRef>g</flowNodeRef></lane>
   <lane id="l2" name="Owner"><flowNodeRef>b</flowNodeRef><flowNodeRef>e</flowNodeRef></lane></laneSet>
   <startEvent id="s"/><userTask id="a" name="Check invoice"><documentation>In the ledger.</documentation></userTask>
   <exclusiveGateway id="g" default="f3"/><serviceTask id="b" name="Pay invoice"/><endEvent id="e" name="Paid"/>
   <sequenceFlow id="f1" sourceRef="s" targetRef="a"/><sequenceFlow id="f2" sourceRef="a" targetRef="g"/>
   <sequenceFlow id="f3" sourceRef="g" targetRef="b" name="right"/><sequenceFlow id="f4" sourceRef="g" targetRef="a" name="wrong"/>
   <sequenceFlow id="f5" sourceRef="b" targetRef="e"/>`,
);

async function addMap(file_name: string, text: string): Promise<string> {
  const body = { file_name, content_type: "text/xml" as const };
  const { signed_url, capture_id } = await service.ok(createClarityArtifactImportUploadUrl, { params: { process_id }, body });
  await put(signed_url, text);
  await service.ok(completeClarityArtifactImport, { params: { process_id, capture_id }, body });
  return capture_id;
}
async function addText(file_name: string, text: string): Promise<void> {
  const { signed_url, capture_id } = await service.ok(createClarityCaptureUploadUrl, { params: { process_id }, body: { file_name } });
  await put(signed_url, text);
  await service.ok(completeClarityCapture, { params: { process_id, capture_id } });
}
async function drawnFrom(of: string): Promise<{ steps: Step[]; error: string | null }> {
  await generateAs(service, of, kind);
  const { process, current_process_versions: versions } = await generated(service, of);
  const draft = versions.find(({ status }) => status === "draft");
  if (!draft) return { steps: [], error: process.generation_error };
  const { snapshot } = await service.ok(getClarityProcessSnapshot, { params: { process_id: of, kind, snapshot_id: draft.id } });
  return { steps: snapshot.data.steps, error: process.generation_error };
}
const quotes = (step: Step | undefined) =>
  step?.sources.map(({ excerpt, locator, captureId, resolutionStatus }) => [
    excerpt,
    locator?.type === "bpmn_element" ? locator.elementId : "",
    captureId,
    resolutionStatus,
  ]);

describe("a process map, drawn without a provider", () => {
  it("gives its steps, lanes and gateways, each with its elements as evidence", async () => {
    const capture = await addMap("pay.bpmn.xml", drawn);
    const { steps, error } = await drawnFrom(process_id);
    expect(error).toBeNull();
    expect(steps.map(({ id, nodeSubtype, title, role }) => [id, nodeSubtype, title, role])).toEqual([
      ["s", "start", "Start", "Clerk"],
      ["a", "user", "Check invoice", "Clerk"],
      ["g", "exclusive", "Exclusive gateway", "Clerk"],
      ["b", "service", "Pay invoice", "Owner"],
      ["e", "end", "Paid", "Owner"],
    ]);
    expect(findingsOf(steps).filter(({ kind: found }) => found === "soundness")).toEqual([]);
    const [, check, gateway] = steps;
    expect(gateway?.targetSteps).toEqual([
      { stepId: "b", label: "right", isDefault: true },
      { stepId: "a", label: "wrong", isDefault: false },
    ]);
    expect(quotes(check)).toEqual([
      ["Clerk: Check invoice", "a", capture, "resolved"],
      ["In the ledger.", "a", capture, "resolved"],
    ]);
    expect(quotes(gateway)).toEqual(
      [
        ["exclusive gateway → Pay invoice: right", "f3"],
        ["exclusive gateway → Check invoice: wrong", "f4"],
        ["Check invoice → exclusive gateway", "f2"],
      ].map((quote) => [...quote, capture, "resolved"]),
    );
    expect(steps.flatMap(({ assumptions }) => assumptions ?? [])).toEqual([]);
    expect(check?.sources.map(({ attribution }) => attribution)).toEqual(["pay.bpmn", "pay.bpmn"]);
  });

  it("comes from a file of ours without the quotes of the process that it was written from", async () => {
    await addMap("pay.bpmn.xml", drawn);
    const { steps } = await drawnFrom(process_id);
    const of = process_id;
    process_id = await emptyProcess(service);
    const capture = await addMap("again.xml", writeBpmn(steps, { name: "Pay" }));
    const again = await drawnFrom(process_id);
    expect(again.steps.map(({ id, title }) => [id, title])).toEqual(steps.map(({ id, title }) => [id, title]));
    expect(new Set(again.steps.flatMap(({ sources }) => sources.map(({ captureId }) => captureId)))).toEqual(new Set([capture]));
    expect(of).not.toBe(process_id);
  });

  it("is not drawn where lines tell the process, which the first step says", async () => {
    await addMap("pay.bpmn.xml", drawn);
    await addText("work.txt", "1. Clerk: check invoice in Ledger\nWe are quick.");
    const { steps } = await drawnFrom(process_id);
    expect(steps.map(({ title }) => title)).toContain("Check invoice");
    expect(steps.map(({ title }) => title)).not.toContain("Pay invoice");
    expect(steps[0]?.assumptions).toEqual([
      "The practice model read 1 of 2 lines: those written as “1. Clerk: check invoice in Ledger”. The others are kept as evidence.",
      "The process map “pay.bpmn” is not drawn: lines of other captures tell the process.",
    ]);
  });

  it("says which element no step can be, and where the file of a copy is", async () => {
    await addMap("sub.xml", map(`<startEvent id="s"/><subProcess id="sub" name="Check"><task id="t" name="Look"/></subProcess>`));
    expect((await drawnFrom(process_id)).error).toMatch(/^The process map “sub.xml” is not drawn. “Check”: It has 1 element inside/);
    process_id = await emptyProcess(service);
    await addMap("pay.xml", drawn);
    const { process } = await service.ok(duplicateClarityProcess, { params: { process_id } });
    expect((await drawnFrom(process.id)).error).toMatch("Its file is with the process that this one was copied from. Add the file again.");
  });
});
