import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateClarityProcessSnapshot, postprocessClaritySnapshot, stopClarityProcessSnapshot } from "#contract/clarity/generation.ts";
import { upgradeClarityProcess } from "#contract/clarity/legacy.ts";
import { createClarityProcess } from "#contract/clarity/processes.ts";
import { getClarityProcessSnapshot, promoteClarityProcessSnapshot } from "#contract/clarity/snapshots.ts";
import type { ModelServer } from "#server/testing/model-server.ts";
import type { TestService } from "#server/testing/service.ts";
import { mostLetters } from "./workspace.ts";
import { called, generateAs, generated, namedProcess, shownProcess, startWithProvider } from "./with-provider.cases.ts";

let provider: ModelServer;
let service: TestService;
let close: () => Promise<void>;
beforeAll(async () => void ({ provider, service, close } = await startWithProvider()));
afterAll(() => close());

const captured = () => namedProcess(service);
const kind = "current_process" as const;
const generate = (process_id: string) => generateAs(service, process_id, kind);
const shown = (process_id: string) => shownProcess(service, process_id);
const done = (process_id: string) => generated(service, process_id);

const to = (stepId: string, label?: string, isDefault = false) => ({ stepId, ...(label && { label }), isDefault });
const flow = [
  { id: "start", nodeType: "event", nodeSubtype: "start", title: "Start", targetSteps: [to("check")], evidence: [], confidence: "high" },
  {
    id: "check",
    nodeType: "task",
    nodeSubtype: "user",
    title: "Check invoice",
    role: "Clerk",
    system: "Ledger",
    targetSteps: [to("end")],
    evidence: ["c1.1"],
    confidence: "high",
  },
  { id: "end", nodeType: "event", nodeSubtype: "end", title: "End", targetSteps: [], evidence: [], confidence: "high" },
];
const wrote = (steps: object[] = flow) => called("write_flow", { steps });
const swot = { strengths: ["It is short."], weaknesses: [], opportunities: [], threats: [] };
const summed = called("write_summary", { summary: "A clerk checks it.", swot });
const draftIn = async (process_id: string) => {
  const draft = (await shown(process_id)).current_process_versions.find(({ status }) => status === "draft");
  return (await service.ok(getClarityProcessSnapshot, { params: { process_id, kind, snapshot_id: draft?.id ?? "" } })).snapshot;
};

describe("a generation", () => {
  it("writes a draft whose quotes are the captures', and the live version stays until somebody promotes it", async () => {
    const { process_id, capture_id, name } = await captured();
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
    provider.on(name, [{ body: [asked, ...(wrote().body ?? [])] }, summed]);
    await generate(process_id);
    await service.fails(generateClarityProcessSnapshot, { params: { process_id, kind } }, "process_generating");
    answer();
    const { process } = await done(process_id);
    expect(process).toMatchObject({ status: "review", generation_error: null });
    const draft = await draftIn(process_id);
    expect(draft).toMatchObject({
      status: "draft",
      creator_type: "ai",
      user_id: service.ids.builder,
      data: { summary: "A clerk checks it.", swot },
    });
    const check = draft.data.steps.find(({ id }) => id === "check");
    expect(check).toMatchObject({
      // One capture makes nothing sure.
      confidence: "medium",
      sources: [
        {
          excerpt: "Clerk: check invoice in Ledger",
          attribution: "work.txt",
          captureId: capture_id,
          evidenceId: `${capture_id}:0`,
          resolutionStatus: "resolved",
        },
      ],
    });
    const [request] = provider.asked(name);
    expect(request).toContain("Clerk: check invoice in Ledger");
    expect(request).not.toContain(capture_id);
    await service.ok(promoteClarityProcessSnapshot, { params: { process_id, kind, snapshot_id: draft.id } });
    expect((await shown(process_id)).process.status).toBe("complete");
  });

  it("gives the model back what is wrong, with the shortest way on which the flow stops", async () => {
    const { process_id, name } = await captured();
    const [start, check, end] = flow;
    const invented = [start ?? {}, { ...check, evidence: ["c9.4"] }, end ?? {}];
    const deadEnd = [start ?? {}, { ...check, targetSteps: [] }, end ?? {}];
    provider.on(name, [wrote(invented), wrote(deadEnd), wrote(), summed]);
    await generate(process_id);
    await done(process_id);
    const asked = provider.asked(name);
    expect(asked).toHaveLength(4);
    expect(asked[1]).toContain("No capture has c9.4");
    expect(asked[2]).toContain("The flow stops here without an end");
    expect((await draftIn(process_id)).data.steps).toHaveLength(3);
  });

  it("keeps what does not end well: the captures may tell it so", async () => {
    const { process_id, name } = await captured();
    const [start, check, end] = flow;
    const deadEnd = wrote([start ?? {}, { ...check, targetSteps: [] }, end ?? {}]);
    provider.on(name, [deadEnd, deadEnd, deadEnd, summed]);
    await generate(process_id);
    expect((await done(process_id)).process.status).toBe("review");
    expect((await draftIn(process_id)).data.steps).toHaveLength(3);
  });

  it("fails with the reason when the model writes what cannot be kept three times", async () => {
    const { process_id, name } = await captured();
    provider.on(name, [wrote([{ ...flow[0], evidence: ["made-up"] }])]);
    await generate(process_id);
    const { process, current_process_versions } = await done(process_id);
    expect(process).toMatchObject({
      status: "generation_failed",
      generation_error: expect.stringContaining("No capture has made-up") as string,
    });
    expect(provider.asked(name)).toHaveLength(3);
    expect(current_process_versions).toMatchObject([{ status: "live" }]);
  });

  it("that is stopped writes nothing any more, also when its model answers later", async () => {
    const { process_id, name } = await captured();
    const { promise: later, resolve: answer } = Promise.withResolvers<void>();
    provider.on(name, [{ body: [later, ...(wrote().body ?? [])] }, summed]);
    await generate(process_id);
    await expect.poll(() => provider.asked(name).length).toBe(1);
    expect((await shown(process_id)).process).toMatchObject({
      status: "generating-current-process",
      generation_progress: { steps: [{ key: "read", status: "complete", count: 1 }, { key: "write", status: "in_progress" }, {}, {}] },
    });
    await service.ok(stopClarityProcessSnapshot, { params: { process_id, kind: "transformation_proposal" } });
    expect((await shown(process_id)).process.status).toBe("generating-current-process");
    await service.ok(stopClarityProcessSnapshot, { params: { process_id, kind } }, { as: "builder" });
    expect((await shown(process_id)).process).toMatchObject({ status: "review", generation_progress: null });
    await expect.poll(() => provider.open(name)).toBe(0);
    answer();
    await service.ok(stopClarityProcessSnapshot, { params: { process_id, kind } });
    const after = await shown(process_id);
    expect(after.process.status).toBe("review");
    expect(after.current_process_versions).toMatchObject([{ status: "live" }]);
  });

  it("has something to read, and is asked for by Builders", async () => {
    const { process } = await service.ok(createClarityProcess, { params: { teamId: service.teamId } });
    const params = { process_id: process.id, kind };
    await service.fails(generateClarityProcessSnapshot, { params }, "nothing_captured");
    await service.fails(generateClarityProcessSnapshot, { params }, "forbidden", { as: "member" });
    await service.fails(stopClarityProcessSnapshot, { params }, "forbidden", { as: "member" });
  });

  it("is refused when the captures have more characters than a model is given at once", async () => {
    const { process_id, capture_id } = await captured();
    await service.pool.query(
      `insert into clarity_evidence (capture_id, ordinal, text, locator)
       select capture_id, 1, repeat('a', $2::int), locator from clarity_evidence where capture_id = $1 and ordinal = 0`,
      [capture_id, mostLetters],
    );
    const refused = await service.fails(generateClarityProcessSnapshot, { params: { process_id, kind } }, "too_many");
    expect(refused.message).toContain(mostLetters.toLocaleString("en"));
  });
});

it("describes a version again without touching its steps", async () => {
  const { process_id, name } = await captured();
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
  provider.on(name, [{ body: [asked, ...(summed.body ?? [])] }]);
  const [live] = (await shown(process_id)).current_process_versions;
  const body = { type: kind, current_process_id: live?.id ?? "" };
  await service.ok(postprocessClaritySnapshot, { params: { process_id }, body }, { as: "builder" });
  await service.fails(postprocessClaritySnapshot, { params: { process_id }, body }, "process_generating");
  answer();
  expect((await done(process_id)).process.status).toBe("complete");
  const { snapshot } = await service.ok(getClarityProcessSnapshot, { params: { process_id, kind, snapshot_id: live?.id ?? "" } });
  expect(snapshot.data).toMatchObject({ summary: "A clerk checks it.", swot });
  expect(snapshot.data.steps).toHaveLength(3);
  await service.fails(
    postprocessClaritySnapshot,
    { params: { process_id }, body: { ...body, current_process_id: process_id } },
    "invalid_request",
  );
});

it("generates a process of version 1 anew when it is upgraded with captures", async () => {
  const { process_id, name } = await captured();
  provider.on(name, [wrote(), summed]);
  await service.pool.query("update clarity_processes set version = 1, status = 'review', analysis = '{}' where id = $1", [process_id]);
  await service.ok(upgradeClarityProcess, { params: { id: process_id } });
  expect((await done(process_id)).process).toMatchObject({ version: 2, status: "review" });
  expect((await draftIn(process_id)).data.steps).toHaveLength(3);
});
