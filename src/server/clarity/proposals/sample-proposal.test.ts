import { afterAll, beforeAll, expect, it } from "vitest";
import { completeClarityCapture, createClarityCaptureUploadUrl } from "#contract/clarity/captures.ts";
import { assignClarityExtraCaptureRequest, listClarityExtraCaptureRequests } from "#contract/clarity/extra-captures.ts";
import { findingsOf } from "#contract/clarity/flow/findings.ts";
import { lanesOf, modeOf } from "#contract/clarity/flow/lanes.ts";
import { generateClarityProcessSnapshot } from "#contract/clarity/generation.ts";
import { answerClarityInterview, finishClarityInterview, startClarityInterview } from "#contract/clarity/interviews.ts";
import { createClarityProcess, getClarityProcess } from "#contract/clarity/processes.ts";
import { sampleProcess } from "#contract/clarity/sample-process.ts";
import { getClarityProcessSnapshot, promoteClarityProcessSnapshot } from "#contract/clarity/snapshots.ts";
import type { Step } from "#contract/clarity/step.ts";
import { getInbox } from "#contract/runs/inbox.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
let process_id: string;
beforeAll(async () => {
  service = await startService();
  const made = await service.ok(createClarityProcess, { params: { teamId: service.teamId }, body: { name: sampleProcess.name } });
  process_id = made.process.id;
  for (const { fileName, text } of sampleProcess.captures) await capture(fileName, text);
  await generated("current_process");
  const [draft] = (await shown()).current_process_versions;
  const params = { process_id, kind: "current_process", snapshot_id: draft?.id ?? "" } as const;
  await service.ok(promoteClarityProcessSnapshot, { params });
});
afterAll(() => service.close());

async function capture(file_name: string, text: string, extra?: string): Promise<void> {
  const body = { file_name, ...(extra !== undefined && { extra_capture_request_id: extra }) };
  const { signed_url, capture_id } = await service.ok(createClarityCaptureUploadUrl, { params: { process_id }, body }, { as: "member" });
  await fetch(signed_url, { method: "PUT", body: text });
  await service.ok(completeClarityCapture, { params: { process_id, capture_id } }, { as: "member" });
}
const shown = () => service.ok(getClarityProcess, { params: { process_id }, query: { captures: "lite" } });
async function generated(kind: "current_process" | "transformation_proposal") {
  await service.ok(generateClarityProcessSnapshot, { params: { process_id, kind } }, { as: "builder" });
  return comes("the draft", async () => {
    const found = await shown();
    return found.process.generation_progress === null ? found : undefined;
  });
}
const kind = "transformation_proposal" as const;
const read = async (snapshot_id: string) =>
  (await service.ok(getClarityProcessSnapshot, { params: { process_id, kind, snapshot_id } })).snapshot.data;
const requestsOf = async (transformation_proposal_id: string) =>
  (
    await service.ok(listClarityExtraCaptureRequests, {
      params: { process_id, transformation_proposal_id },
      query: { limit: 100, offset: 0 },
    })
  ).requests;
function modesOf(steps: readonly Step[]) {
  const lanes = lanesOf(steps);
  return steps.flatMap((step) => (step.nodeType === "task" ? [[step.title, modeOf(step, lanes.get(step.id)), step.readiness]] : []));
}
const inbox = async () => (await service.ok(getInbox, { params: { teamId: service.teamId } }, { as: "member" })).things;

it("the sample process is proposed, what is missing is asked, answered by a second person, and known to the next proposal", async () => {
  const { process, transformation_proposal_versions: versions, current_process_versions: currents } = await generated(kind);
  expect(process).toMatchObject({ status: "review", generation_error: null });
  const [draft] = versions;
  const proposalId = draft?.id ?? "";
  expect(draft).toMatchObject({ status: "draft", clarity_current_process_id: currents[0]?.id });
  const { steps, summary, ...first } = await read(proposalId);
  expect(first).toMatchObject({ projectedImpact: null });
  expect(findingsOf(steps)).toEqual([]);
  expect(modesOf(steps)).toEqual([
    ["Record invoice", "agent", "high"],
    ["Match invoice to order", "agent", "medium"],
    ["Approve invoice", "person", "low"],
    ["Ask supplier to correct it", "agent", "medium"],
    ["Book invoice", "agent", "high"],
    ["Reserve money", "outside", "low"],
    ["Release payment", "person", "low"],
    ["Pay invoice", "outside", "low"],
    ["Send payment notice", "agent", "medium"],
  ]);
  expect(summary).toContain("An agent does 5 of the 9 tasks of “Pay a supplier’s invoice”");
  expect(summary).toContain("4 captures are asked for.");
  const asked = await requestsOf(proposalId);
  expect(asked).toEqual(draft?.extra_capture_requests);
  expect(asked.map(({ step_id, gap, status }) => [step_id, gap, status])).toEqual([
    ["start", "No capture says how often this happens.", "requested"],
    ["step-match-invoice-to-order", "Is “Match invoice to order” done before “Approve invoice”, or after?", "requested"],
    [
      "step-ask-supplier-to-correct-it",
      "No capture names the system for “Ask supplier to correct it”. Only one capture tells “Ask supplier to correct it”.",
      "requested",
    ],
    ["step-send-payment-notice", "No capture names the system for “Send payment notice”.", "requested"],
  ]);

  const [volume, , supplier, notice] = asked.map(({ id }) => id);
  const assign = (request_id = "", user_id: string | null = service.ids.member) =>
    service.ok(
      assignClarityExtraCaptureRequest,
      { params: { process_id, transformation_proposal_id: proposalId, request_id }, body: { user_id } },
      { as: "manager" },
    );
  expect(await inbox()).toEqual([]);
  await assign(supplier);
  expect(await inbox()).toMatchObject([{ kind: "capture", id: process_id, about: "Pay a supplier’s invoice" }]);

  const started = await service.ok(
    startClarityInterview,
    { params: { process_id }, body: { extra_capture_request_id: supplier } },
    { as: "member" },
  );
  expect(started.interview).toMatchObject({ planned: 1, question: asked[2]?.suggested_prompt });
  const params = { process_id, capture_id: started.capture_id };
  const message = "1. AP clerk: ask supplier to correct it in Mail";
  const { interview } = await service.ok(answerClarityInterview, { params, body: { message_index: 1, message } }, { as: "member" });
  expect(interview.question).toBeNull();
  expect((await inbox()).length).toBe(1);
  await service.ok(finishClarityInterview, { params }, { as: "member" });
  expect(await inbox()).toEqual([]);
  await capture("volume.txt", "We get about 40 invoices a week.", volume);
  await capture("notice.txt", "1. AP clerk: send payment notice in Mail", notice);
  expect((await requestsOf(proposalId)).map(({ status }) => status)).toEqual(["captured", "requested", "captured", "captured"]);

  const again = (await generated(kind)).transformation_proposal_versions;
  const next = await read(again[0]?.id ?? "");
  const known = next.steps.filter(({ system }) => system === "Mail");
  expect(known.map(({ title, readiness }) => [title, readiness])).toEqual([
    ["Ask supplier to correct it", "high"],
    ["Send payment notice", "high"],
  ]);
  expect(known[0]?.sources.map(({ excerpt }) => excerpt)).toContain(message);
  expect(next).toMatchObject({ projectedImpact: expect.stringContaining("“We get about 40 invoices a week.”") as string });
  // What is still not known stays asked as it was.
  expect(again[0]?.extra_capture_requests?.map(({ id }) => id)).toEqual([asked[1]?.id]);
  expect(again[1]?.extra_capture_requests).toBeUndefined();
  expect((await requestsOf(proposalId)).map(({ id }) => id)).toEqual([asked[1]?.id]);
});
