import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Parsed } from "#contract/endpoint.ts";
import { getClarityProcess } from "#contract/clarity/processes.ts";
import {
  getClarityProcessSnapshot,
  listClarityProcessSnapshots,
  maxSnapshots,
  promoteClarityProcessSnapshot,
  revertClarityProcessSnapshot,
  saveClarityProcessSnapshot,
} from "#contract/clarity/snapshots.ts";
import { generateClarityProcessSnapshot } from "#contract/clarity/generation.ts";
import { deleteClarityCapture } from "#contract/clarity/captures.ts";
import type { Step } from "#contract/clarity/step.ts";
import type { StepSource } from "#contract/clarity/step-source.ts";
import { patchProcess } from "#server/clarity/processes/processes.store.ts";
import { captureOf, draftOf, versionOf } from "#server/gates/stage/clarity.ts";
import { checking } from "#server/gates/stage/clarity-steps.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
let at: Awaited<ReturnType<typeof versionOf>>;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());
beforeEach(async () => void (at = await versionOf(stageFor(service))));

type Saved = Parsed<typeof saveClarityProcessSnapshot>["body"];
const of = (snapshot_id: string) => ({ params: { ...at, snapshot_id } });
const saving = (body: Partial<Saved>, params = at) => ({
  params: { process_id: params.process_id, kind: params.kind },
  body: { steps: checking(), baselineSnapshotId: params.snapshot_id, ...body },
});
const save = async (body: Partial<Saved>, params = at) =>
  (await service.ok(saveClarityProcessSnapshot, saving(body, params), { as: "builder" })).snapshot;
const listed = async () =>
  (
    await service.ok(
      listClarityProcessSnapshots,
      { params: { process_id: at.process_id, kind: at.kind }, query: { limit: 50, offset: 0 } },
      { as: "member" },
    )
  ).snapshots;
const statuses = async () => (await listed()).map(({ id, status }) => [id, status]);
const process = async () => (await service.ok(getClarityProcess, { params: { process_id: at.process_id } })).process;
const named = (title: string) => checking().map((step): Step => (step.id === "check" ? { ...step, title } : step));
const citing = (source: StepSource, confidence: Step["confidence"] = "medium") =>
  checking(source).map((step): Step => (step.id === "check" ? { ...step, confidence } : step));
const checkOf = (steps: readonly Step[]) => steps.find(({ id }) => id === "check");

describe("a version", () => {
  it("is read whole, and listed without what it says", async () => {
    const { snapshot } = await service.ok(getClarityProcessSnapshot, of(at.snapshot_id), { as: "member" });
    expect(snapshot).toMatchObject({
      status: "live",
      kind: "current_process",
      source_snapshot_id: null,
      data: { version: 1, summary: "An invoice is checked." },
    });
    expect(snapshot.data.steps).toEqual(checking());
    expect(await listed()).toMatchObject([{ id: at.snapshot_id, status: "live", sandbox_id: null }]);
    await service.fails(getClarityProcessSnapshot, { params: { ...at, kind: "transformation_proposal" } }, "not_found");
    await service.fails(getClarityProcessSnapshot, of(at.snapshot_id), "not_found", { as: "neighbour" });
  });

  it("that is edited becomes live by a save, and the former one stays", async () => {
    const saved = await save({ steps: named("Compare the invoice") });
    expect(saved).toMatchObject({ status: "live", parent_id: at.snapshot_id, creator_type: "human", user_id: service.ids.builder });
    // What is not sent stays.
    expect(saved.data).toMatchObject({ summary: "An invoice is checked.", swot: null });
    expect(await statuses()).toEqual([
      [saved.id, "live"],
      [at.snapshot_id, "historic"],
    ]);
    expect((await process()).status).toBe("complete");
    await service.fails(saveClarityProcessSnapshot, saving({}), "forbidden", { as: "member" });
  });

  it("is not saved over one that became live meanwhile: the save names the steps that differ", async () => {
    const theirs = await save({ steps: named("Compare the invoice") });
    const refused = await service.fails(saveClarityProcessSnapshot, saving({ steps: named("Check it twice") }), "overtaken");
    expect(refused).toMatchObject({
      live_snapshot_id: theirs.id,
      differing: [{ step_id: "check", title: "Compare the invoice", change: "changed" }],
    });
    expect(await listed()).toHaveLength(2);
  });

  it("that is a draft waits until a Manager makes it live, or archives it", async () => {
    at = await draftOf(stageFor(service));
    await service.fails(promoteClarityProcessSnapshot, of(at.snapshot_id), "forbidden", { as: "builder" });
    const [, live] = await listed();
    const { snapshot } = await service.ok(promoteClarityProcessSnapshot, of(at.snapshot_id), { as: "manager" });
    expect(snapshot.status).toBe("live");
    expect(await statuses()).toEqual([
      [at.snapshot_id, "live"],
      [live?.id, "historic"],
    ]);
    expect((await service.fails(promoteClarityProcessSnapshot, of(at.snapshot_id), "already_live")).message).toContain("version");
    await service.ok(revertClarityProcessSnapshot, of(at.snapshot_id), { as: "manager" });
    expect(await statuses()).toEqual([[live?.id, "live"]]);
    await service.fails(getClarityProcessSnapshot, of(at.snapshot_id), "not_found");
    await service.fails(revertClarityProcessSnapshot, of(at.snapshot_id), "not_found");
    await service.ok(revertClarityProcessSnapshot, of(live?.id ?? ""));
    expect(await listed()).toEqual([]);
  });

  it("that is a draft is the baseline of a save only while it follows the live one", async () => {
    at = await draftOf(stageFor(service));
    const [, live] = await listed();
    const saved = await save({ steps: named("From the draft") });
    expect(saved.parent_id).toBe(at.snapshot_id);
    await service.fails(saveClarityProcessSnapshot, saving({}), "overtaken");
    await service.fails(saveClarityProcessSnapshot, saving({ baselineSnapshotId: live?.id ?? "" }), "overtaken");
    await service.fails(saveClarityProcessSnapshot, saving({ baselineSnapshotId: at.process_id }), "invalid_request");
  });

  it("is one of five hundred at most, and there is room again once one is archived", async () => {
    await service.pool.query(
      `insert into clarity_snapshots (id, process_id, kind, status, creator_type, user_id, data)
       select gen_random_uuid(), process_id, kind, 'historic', creator_type, user_id, data from clarity_snapshots, generate_series(2, $2::int) where id = $1`,
      [at.snapshot_id, maxSnapshots],
    );
    await service.fails(saveClarityProcessSnapshot, saving({}), "too_many");
    await service.fails(generateClarityProcessSnapshot, { params: { process_id: at.process_id, kind: "current_process" } }, "too_many");
    const one = (await listed()).find(({ status }) => status === "historic");
    await service.ok(revertClarityProcessSnapshot, of(one?.id ?? ""));
    await save({});
  });

  it("stays as it is while a generation is under way", async () => {
    await patchProcess(service.app.services.store.db, at.process_id, { status: "generating-current-process" });
    await service.fails(saveClarityProcessSnapshot, saving({}), "process_generating");
    await service.fails(promoteClarityProcessSnapshot, of(at.snapshot_id), "process_generating");
    await service.fails(revertClarityProcessSnapshot, of(at.snapshot_id), "process_generating");
  });
});

describe("steps", () => {
  const refused = async (steps: Step[]) => (await service.fails(saveClarityProcessSnapshot, saving({ steps }), "invalid_request")).issues;

  it("that are no flow are refused, each fault by its field", async () => {
    const [start, check, paid] = checking();
    if (!start || !check || !paid) throw new Error("three steps");
    const to = (stepId: string) => [{ stepId, label: null, isDefault: false }];
    expect(await refused([start, { ...check, targetSteps: to("nowhere") }, paid])).toMatchObject([
      { path: ["steps", 1, "targetSteps", 0, "stepId"], message: "No step has the id nowhere" },
    ]);
    expect(await refused([check, paid])).toMatchObject([{ message: "Add a start event" }]);
    expect(await refused([start, check, check, paid])).toMatchObject([{ path: ["steps", 2, "id"] }]);
    expect(await refused([start, check, { ...paid, targetSteps: to("start") }])).toMatchObject([{ path: ["steps", 2, "targetSteps"] }]);
  });

  it("that make no sense can be saved", async () => {
    const [start, check, paid] = checking();
    if (!start || !check || !paid) throw new Error("three steps");
    expect((await save({ steps: [start, { ...check, targetSteps: [] }, paid] })).data.steps).toHaveLength(3);
  });
});

describe("a source", () => {
  const quote = (excerpt: string, captureId?: string): StepSource => ({ attribution: "Me", excerpt, ...(captureId && { captureId }) });
  let capture_id: string;
  beforeEach(async () => {
    const captured = await captureOf(stageFor(service));
    capture_id = captured.capture_id;
    const live = await service.ok(listClarityProcessSnapshots, {
      params: { process_id: captured.process_id, kind: "current_process" },
      query: { limit: 1, offset: 0 },
    });
    at = { process_id: captured.process_id, kind: "current_process", snapshot_id: live.snapshots[0]?.id ?? "" };
  });
  const sourceIn = async (source: StepSource) => checkOf((await save({ steps: citing(source) })).data.steps)?.sources[0];

  it("that names a unit has its words, its speaker and its place from the capture", async () => {
    const id = `${capture_id}:0`;
    expect(await sourceIn({ ...quote("I made this up"), evidenceId: id })).toEqual({
      attribution: "work.txt",
      excerpt: "Clerk: check invoice in Ledger",
      captureId: capture_id,
      evidenceId: id,
      locator: expect.objectContaining({ type: "document_text_range", startLine: 1 }) as unknown,
      sourceConfidence: "high",
      resolutionStatus: "resolved",
    });
  });

  it("that is a quote is found in the captures, or is unresolved and the step is not sure", async () => {
    expect(await sourceIn(quote("check invoice", capture_id))).toMatchObject({
      evidenceId: `${capture_id}:0`,
      resolutionStatus: "resolved",
    });
    at = { ...at, snapshot_id: (await listed())[0]?.id ?? "" };
    const steps = (await save({ steps: citing(quote("never said"), "high") })).data.steps;
    expect(checkOf(steps)).toMatchObject({
      confidence: "low",
      sources: [{ excerpt: "never said", resolutionStatus: "unresolved", sourceConfidence: "low" }],
    });
  });

  it("that is somebody's own answer says so", async () => {
    expect(await sourceIn({ ...quote("It depends."), locator: { type: "manual" } })).toMatchObject({
      resolutionStatus: "manual",
      attribution: "Me",
    });
  });

  it("that is of another process, deleted or invented is refused by its id", async () => {
    const elsewhere = await captureOf(stageFor(service));
    for (const evidenceId of [`${elsewhere.capture_id}:0`, `${capture_id}:7`, "made-up"]) {
      const { message } = await service.fails(
        saveClarityProcessSnapshot,
        saving({ steps: citing({ ...quote("check"), evidenceId }) }),
        "invalid_request",
      );
      expect(message).toContain(evidenceId);
    }
    await service.fails(saveClarityProcessSnapshot, saving({ steps: citing(quote("check", elsewhere.capture_id)) }), "invalid_request");
  });

  it("whose capture is deleted stays without its support, and can be saved so", async () => {
    await sourceIn({ ...quote("check"), evidenceId: `${capture_id}:0` });
    await service.ok(deleteClarityCapture, { params: { id: at.process_id, captureId: capture_id } });
    const [live] = await listed();
    at = { ...at, snapshot_id: live?.id ?? "" };
    const { snapshot } = await service.ok(getClarityProcessSnapshot, of(at.snapshot_id));
    expect(checkOf(snapshot.data.steps)?.sources).toMatchObject([{ resolutionStatus: "unresolved", captureId: capture_id }]);
    const saved = await save({ steps: snapshot.data.steps });
    expect(checkOf(saved.data.steps)).toMatchObject({ confidence: "low", sources: [{ resolutionStatus: "unresolved" }] });
  });

  it("makes a step sure only together with one of another capture", async () => {
    const one = { ...quote("check"), evidenceId: `${capture_id}:0` };
    expect(checkOf((await save({ steps: citing(one, "high") })).data.steps)?.confidence).toBe("medium");
  });
});
