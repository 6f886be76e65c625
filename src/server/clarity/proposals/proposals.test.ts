import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateClarityProcessSnapshot, postprocessClaritySnapshot, stopClarityProcessSnapshot } from "#contract/clarity/generation.ts";
import { createClarityProcess, duplicateClarityProcess } from "#contract/clarity/processes.ts";
import {
  getClarityProcessSnapshot,
  promoteClarityProcessSnapshot,
  revertClarityProcessSnapshot,
  saveClarityProcessSnapshot,
} from "#contract/clarity/snapshots.ts";
import { askedOf } from "#server/gates/stage/clarity-proposals.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import type { ModelServer } from "#server/testing/model-server.ts";
import type { TestService } from "#server/testing/service.ts";
import {
  called,
  generateAs,
  generated,
  namedProcess,
  shownProcess,
  startWithProvider,
} from "#server/clarity/generation/with-provider.cases.ts";

let provider: ModelServer;
let service: TestService;
let close: () => Promise<void>;
beforeAll(async () => void ({ provider, service, close } = await startWithProvider()));
afterAll(() => close());

const described = () => namedProcess(service);
const kind = "transformation_proposal" as const;
const shown = (process_id: string) => shownProcess(service, process_id);
const generate = (process_id: string, body = {}) => generateAs(service, process_id, kind, body);
const done = (process_id: string) => generated(service, process_id);
const newest = async (process_id: string) => {
  const [row] = (await shown(process_id)).transformation_proposal_versions;
  return (await service.ok(getClarityProcessSnapshot, { params: { process_id, kind, snapshot_id: row?.id ?? "" } })).snapshot;
};

const to = (stepId: string) => ({ stepId });
const steps = [
  { id: "start", nodeType: "event", nodeSubtype: "start", title: "Start", targetSteps: [to("check")], evidence: [], confidence: "high" },
  {
    id: "check",
    nodeType: "task",
    nodeSubtype: "service",
    title: "Check the invoice",
    role: "the service",
    targetSteps: [to("tell")],
    evidence: [],
    confidence: "high",
    readiness: "high",
    readinessRationale: "The captures say how.",
  },
  {
    id: "tell",
    nodeType: "task",
    nodeSubtype: "send",
    title: "Tell the supplier",
    role: "the service",
    targetSteps: [to("paid")],
    evidence: ["c1.1"],
    confidence: "low",
    readiness: "medium",
    missing: { gap: "Nobody says where.", prompt: "Where do you write to the supplier?" },
  },
  { id: "paid", nodeType: "event", nodeSubtype: "end", title: "Paid", targetSteps: [], evidence: [], confidence: "high" },
];
const wrote = (all: object[] = steps) => called("write_proposal", { steps: all });
const summed = called("write_proposal_summary", { summary: "The agent checks it.", projectedImpact: null });

describe("a proposal", () => {
  it("is a draft that says which version it changes; a step that stays keeps what it rests on", async () => {
    const { process_id, capture_id, name } = await described();
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
    provider.on(name, [{ body: [asked, ...(wrote().body ?? [])] }, summed]);
    await generate(process_id, { custom_guidance: "Leave payments alone", transformation_aggressiveness: "conservative" });
    expect((await shown(process_id)).process.status).toBe("generating-transformation-proposal");
    await service.fails(generateClarityProcessSnapshot, { params: { process_id, kind } }, "process_generating");
    answer();
    const { process, current_process_versions: currents } = await done(process_id);
    expect(process).toMatchObject({ status: "review", generation_error: null });
    const draft = await newest(process_id);
    expect(draft).toMatchObject({
      kind,
      status: "draft",
      source_snapshot_id: currents[0]?.id,
      data: { summary: "The agent checks it.", projectedImpact: null },
    });
    const [, check, tell] = draft.data.steps;
    expect(check).toMatchObject({
      role: "the service",
      system: "Ledger",
      description: "The clerk compares the invoice with the order.",
      readiness: "high",
      extraCaptureNeeded: null,
      sources: [{ captureId: capture_id, excerpt: "check invoice" }],
    });
    expect(tell).toMatchObject({
      readiness: "medium",
      extraCaptureNeeded: { gap: "Nobody says where.", proposal: "Where do you write to the supplier?" },
      sources: [{ evidenceId: `${capture_id}:0`, resolutionStatus: "resolved" }],
    });
    const [request] = provider.asked(name);
    for (const told of ["Leave payments alone", "conservative", "Check the invoice", "Clerk: check invoice in Ledger"])
      expect(request).toContain(told);
    await service.ok(promoteClarityProcessSnapshot, { params: { process_id, kind, snapshot_id: draft.id } });
    expect((await shown(process_id)).process.status).toBe("complete");
  });

  it("gives the model back what is wrong, and fails with the reason after three times", async () => {
    const { process_id, name } = await described();
    const [start, check, tell, paid] = steps;
    provider.on(name, [wrote([start ?? {}, check ?? {}, { ...tell, evidence: [] }, paid ?? {}])]);
    await generate(process_id);
    const { process } = await done(process_id);
    expect(process).toMatchObject({
      status: "generation_failed",
      generation_error: expect.stringContaining("Cite at least one unit") as string,
    });
    expect(provider.asked(name)).toHaveLength(3);
  });

  it("that is stopped writes nothing any more, and a stop of the other kind does nothing", async () => {
    const { process_id, name } = await described();
    const { promise: later, resolve: answer } = Promise.withResolvers<void>();
    provider.on(name, [{ body: [later, ...(wrote().body ?? [])] }, summed]);
    await generate(process_id);
    await expect.poll(() => provider.asked(name).length).toBe(1);
    await service.ok(stopClarityProcessSnapshot, { params: { process_id, kind: "current_process" } });
    expect((await shown(process_id)).process.status).toBe("generating-transformation-proposal");
    await service.ok(stopClarityProcessSnapshot, { params: { process_id, kind } }, { as: "builder" });
    await expect.poll(() => provider.open(name)).toBe(0);
    answer();
    const after = await shown(process_id);
    expect(after.process).toMatchObject({ status: "review", generation_progress: null });
    expect(after.transformation_proposal_versions).toMatchObject([{ status: "live" }]);
  });

  it("refines an earlier one, of the version that that one changes, and is described again", async () => {
    const { process_id, name } = await described();
    const { current_process_versions: currents, transformation_proposal_versions: versions } = await shown(process_id);
    const { snapshot } = await service.ok(saveClarityProcessSnapshot, {
      params: { process_id, kind: "current_process" },
      body: { steps: (await newest(process_id)).data.steps, baselineSnapshotId: currents[0]?.id ?? "" },
    });
    provider.on(name, [wrote(), summed, called("write_proposal_summary", { summary: "Said again.", projectedImpact: "Two tasks." })]);
    await generate(process_id, { regenerate_from: versions[0]?.id });
    await done(process_id);
    const refined = await newest(process_id);
    expect(refined.source_snapshot_id).toBe(currents[0]?.id);
    expect(refined.source_snapshot_id).not.toBe(snapshot.id);
    expect(provider.asked(name)[0]).toContain("former");
    const body = { type: kind, transformation_proposal_id: refined.id };
    await service.ok(postprocessClaritySnapshot, { params: { process_id }, body }, { as: "builder" });
    await done(process_id);
    expect((await newest(process_id)).data).toMatchObject({ summary: "Said again.", projectedImpact: "Two tasks." });
    const unknown = { ...body, transformation_proposal_id: process_id };
    for (const wrong of [unknown, { type: kind }, { ...body, current_process_id: refined.id }])
      await service.fails(postprocessClaritySnapshot, { params: { process_id }, body: wrong }, "invalid_request");
  });

  it("changes a current process: without one it is refused, and what it is asked with has to be of the process", async () => {
    const { process } = await service.ok(createClarityProcess, { params: { teamId: service.teamId } });
    await service.fails(generateClarityProcessSnapshot, { params: { process_id: process.id, kind } }, "no_current_process");
    const { process_id } = await described();
    const fails = (body: object, as: "builder" | "member" = "builder", of: typeof kind | "current_process" = kind) =>
      service.fails(
        generateClarityProcessSnapshot,
        { params: { process_id, kind: of }, body },
        as === "member" ? "forbidden" : "invalid_request",
        { as },
      );
    await fails({ source_snapshot_id: process_id });
    await fails({ regenerate_from: process_id });
    await fails({ custom_guidance: "Be bold" }, "builder", "current_process");
    await fails({}, "member");
  });
});

describe("what a proposal asks for", () => {
  it("stays with its steps when they are saved, and an invented request is refused", async () => {
    const asked = await askedOf(stageFor(service));
    const params = { process_id: asked.process_id, kind };
    const before = await newest(asked.process_id);
    const body = { steps: before.data.steps, baselineSnapshotId: before.id };
    const { snapshot } = await service.ok(saveClarityProcessSnapshot, { params, body }, { as: "builder" });
    expect(snapshot.data.steps[1]?.extraCaptureNeeded?.id).toBe(asked.request_id);
    const invented = snapshot.data.steps.map((step) => ({ ...step, extraCaptureNeeded: { id: asked.process_id, gap: "Mine" } }));
    const refused = await service.fails(
      saveClarityProcessSnapshot,
      { params, body: { steps: invented, baselineSnapshotId: snapshot.id } },
      "invalid_request",
    );
    expect(refused.message).toContain(asked.process_id);
    await service.ok(revertClarityProcessSnapshot, { params: { ...params, snapshot_id: snapshot.id } });
  });

  it("is copied with a process, and asked of nobody there", async () => {
    const asked = await askedOf(stageFor(service));
    const { process } = await service.ok(duplicateClarityProcess, { params: { process_id: asked.process_id } });
    const [copy] = (await shown(process.id)).transformation_proposal_versions;
    expect(copy?.extra_capture_requests).toMatchObject([{ step_id: "check", status: "requested", requested_user_id: null }]);
    expect(copy?.extra_capture_requests?.[0]?.id).not.toBe(asked.request_id);
  });
});
