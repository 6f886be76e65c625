import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProcessStatus } from "#contract/clarity/process.ts";
import {
  createClarityProcess,
  deleteClarityProcess,
  duplicateClarityProcess,
  getClarityProcess,
  listClarityProcesses,
  maxTeamProcesses,
  updateClarityProcess,
} from "#contract/clarity/processes.ts";
import { listClarityProcessSummaries } from "#contract/clarity/summaries.ts";
import { revertClarityProcessSnapshot } from "#contract/clarity/snapshots.ts";
import { draftOf, processOf } from "#server/gates/stage/clarity.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import type { PersonName } from "#server/testing/people.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { patchProcess } from "./processes.store.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const of = (process_id: string) => ({ params: { process_id } });
const create = async (name?: string, as: PersonName = "manager") =>
  (await service.ok(createClarityProcess, { params: { teamId: service.teamId }, body: { ...(name && { name }) } }, { as })).process;
const list = (query: object, as: PersonName = "owner", teamId = service.teamId) =>
  service.ok(listClarityProcesses, { params: { teamId }, query: { limit: 100, offset: 0, ...query } }, { as });
const set = (id: string, status: ProcessStatus) => patchProcess(service.app.services.store.db, id, { status });
const shown = (id: string, as: PersonName) => service.ok(getClarityProcess, of(id), { as });

describe("a process", () => {
  it("is empty when it is created, by Managers", async () => {
    const made = await create("  Pay an invoice ");
    expect(made).toMatchObject({ name: "Pay an invoice", status: "draft", visibility: "team", version: 2, generation_error: null });
    expect((await create()).name).toBe("Untitled process");
    const body = { params: { teamId: service.teamId }, body: {} };
    for (const as of ["builder", "member", "clarity"] as const) await service.fails(createClarityProcess, body, "forbidden", { as });
    expect(await shown(made.id, "member")).toMatchObject({
      process: { id: made.id, user_id: service.ids.manager },
      captures: [],
      current_process_versions: [],
      transformation_proposal_versions: [],
    });
  });

  it("has its captures with what was said, or only whether something was, and its versions", async () => {
    const id = await processOf(stageFor(service));
    const full = await shown(id, "member");
    expect(full.captures).toMatchObject([{ type: "interview", userName: "owner", transcript: [{ message: "I check it." }] }]);
    expect(full.current_process_versions).toMatchObject([{ status: "live", sandbox_id: null }]);
    const [current] = full.current_process_versions;
    expect(full.transformation_proposal_versions).toMatchObject([{ clarity_current_process_id: current?.id }]);
    const lite = await service.ok(getClarityProcess, { ...of(id), query: { captures: "lite" } }, { as: "member" });
    expect(lite.captures).toMatchObject([{ transcript: null, hasTranscript: true, hasVideoTranscript: false }]);
  });

  it("is changed by Builders; a restricted one is there for its creator and Managers only", async () => {
    const { id } = await create("Restricted");
    const change = (body: object, as: PersonName) => service.call(updateClarityProcess, { ...of(id), body }, { as });
    expect((await change({ name: "Renamed", custom_prompt: "Short" }, "builder")).ok?.process).toMatchObject({
      name: "Renamed",
      custom_prompt: "Short",
    });
    expect((await change({ custom_prompt: "" }, "builder")).ok?.process.custom_prompt).toBeNull();
    await service.fails(updateClarityProcess, { ...of(id), body: { visibility: "restricted" } }, "forbidden", { as: "builder" });
    await service.fails(updateClarityProcess, { ...of(id), body: { name: "No" } }, "forbidden", { as: "member" });
    expect((await change({ visibility: "restricted" }, "manager")).ok?.process.visibility).toBe("restricted");
    for (const as of ["member", "builder", "neighbour", "stranger"] as const)
      await service.fails(getClarityProcess, of(id), "not_found", { as });
    await service.fails(getClarityProcess, of(id), "not_found", { as: "clarity" });
    await service.fails(updateClarityProcess, { ...of(id), body: { name: "No" } }, "not_found", { as: "builder" });
    const names = async (as: PersonName) => (await list({ search: "renamed" }, as)).processes.map(({ name }) => name);
    expect([await names("builder"), await names("administrator")]).toEqual([[], ["Renamed"]]);
  });

  it("is deleted by its creator and by Administrators, and not while it is generated", async () => {
    const { id } = await create("To be deleted");
    await service.fails(deleteClarityProcess, of(id), "forbidden", { as: "builder" });
    for (const status of ["generating", "generating-current-process", "generating-transformation-proposal"] as const) {
      await set(id, status);
      await service.fails(deleteClarityProcess, of(id), "process_generating", { as: "manager" });
    }
    await set(id, "generation_failed");
    await service.ok(deleteClarityProcess, of(id), { as: "manager" });
    await service.fails(getClarityProcess, of(id), "not_found", { as: "manager" });
    const other = await create("By another");
    await service.ok(deleteClarityProcess, of(other.id), { as: "administrator" });
  });

  it("is duplicated with captures and live versions", async () => {
    const id = await processOf(stageFor(service));
    const { process } = await service.ok(duplicateClarityProcess, of(id), { as: "manager" });
    expect(process).toMatchObject({
      name: "Pay an invoice (copy)",
      user_id: service.ids.manager,
      status: "complete",
      custom_prompt: "Be brief",
    });
    const copy = await shown(process.id, "manager");
    expect(copy.captures).toMatchObject([{ transcript: [{ message: "I check it." }] }]);
    const [current] = copy.current_process_versions;
    expect(copy.transformation_proposal_versions).toMatchObject([{ clarity_current_process_id: current?.id, status: "live" }]);
    expect(current?.id).not.toBe((await shown(id, "owner")).current_process_versions[0]?.id);
    await service.fails(duplicateClarityProcess, of(id), "forbidden", { as: "builder" });
    await set(id, "generating");
    await service.fails(duplicateClarityProcess, of(id), "process_generating", { as: "manager" });
  });

  it("whose current process was archived has a copy without the proposal that would change it", async () => {
    const id = await processOf(stageFor(service));
    const [current] = (await shown(id, "owner")).current_process_versions;
    const params = { process_id: id, kind: "current_process" as const, snapshot_id: current?.id ?? "" };
    await service.ok(revertClarityProcessSnapshot, { params });
    expect((await shown(id, "owner")).transformation_proposal_versions).toMatchObject([{ status: "live" }]);
    const { process } = await service.ok(duplicateClarityProcess, of(id));
    expect(process.status).toBe("collecting");
    expect(await shown(process.id, "owner")).toMatchObject({ current_process_versions: [], transformation_proposal_versions: [] });
  });

  it("whose draft waits has a copy that is complete, as the draft is not copied", async () => {
    const { process_id } = await draftOf(stageFor(service));
    const copyIn = async (status: ProcessStatus) => {
      await set(process_id, status);
      return (await service.ok(duplicateClarityProcess, of(process_id))).process.status;
    };
    expect(await copyIn("review")).toBe("complete");
    expect(await copyIn("generation_failed")).toBe("complete");
    const empty = await create("Nothing yet");
    await set(empty.id, "review");
    expect((await service.ok(duplicateClarityProcess, of(empty.id))).process.status).toBe("draft");
  });
});

it("lists the last changed first, and finds by name, state and version", async () => {
  const { id } = await create("Zebra crossing");
  const v1 = { name: "Zebra of version 1", version: 1, analysis: { steps: [] } };
  const old = await service.ok(createClarityProcess, { params: { teamId: service.teamId }, body: v1 });
  expect(old.process).toMatchObject({ version: 1, status: "review" });
  await service.fails(getClarityProcess, of(old.process.id), "not_found");
  for (const version of [2, undefined]) {
    const input = { params: { teamId: service.teamId }, body: { ...v1, version } };
    const { issues } = await service.fails(createClarityProcess, input, "invalid_request");
    expect(issues).toEqual([{ path: ["analysis"], message: "Only a process of version 1 has an analysis" }]);
  }
  const found = await list({ search: "ZEBRA" });
  expect(found.processes.map((each) => each.id)).toEqual([old.process.id, id]);
  expect(found).toMatchObject({ total: 2, processes: [{ created_by_name: "owner", capture_count: 0, pending_invitation_count: 0 }, {}] });
  expect((await list({ search: "zebra", version: 2 })).processes.map((each) => each.id)).toEqual([id]);
  expect((await list({ search: "zebra", status: "draft" })).total).toBe(1);
  expect(await list({ search: "zebra", limit: 1, offset: 1 })).toMatchObject({ total: 2, limit: 1, offset: 1, processes: [{ id }] });
  await service.fails(listClarityProcesses, { params: { teamId: service.teamId }, query: { limit: 1, offset: 0 } }, "forbidden", {
    as: "clarity",
  });
  const { processes } = await list({ search: "pay an invoice", status: "complete" });
  expect(processes[0]).toMatchObject({ capture_count: 1, capture_counts: { interview: 1, document: 0, video: 0 } });
  expect(processes[0]?.contributors).toEqual([{ user_id: service.ids.owner, user_name: "owner" }]);
});

it("says of completed processes what they come to", async () => {
  const id = await processOf(stageFor(service, "neighbour"));
  await service.ok(createClarityProcess, { params: { teamId: service.neighbourTeamId }, body: { name: "Draft" } }, { as: "neighbour" });
  const read = (query: object) =>
    service.ok(
      listClarityProcessSummaries,
      { params: { teamId: service.neighbourTeamId }, query: { limit: 5, offset: 0, ...query } },
      { as: "neighbour" },
    );
  const plain = await read({});
  expect(plain).toMatchObject({
    total: 1,
    processes: [{ id, current: { summary: "An invoice is checked." }, roles: ["Clerk"], systems: ["Ledger"] }],
  });
  expect(plain.processes[0]?.current.steps).toBeUndefined();
  const steps = [
    { id: "start" },
    { id: "check", role: "Clerk", condition: null, targetSteps: [{ stepId: "paid", label: null, isDefault: false }] },
    { id: "paid" },
  ];
  expect(plain.processes[0]?.proposal).toMatchObject({ steps });
  expect((await read({ include_current_steps: "true" })).processes[0]?.current.steps).toMatchObject(steps);
  expect((await read({ detail: "summary" })).processes[0]?.proposal?.steps).toEqual([]);
  const hidden = { params: { teamId: service.neighbourTeamId }, query: { limit: 5, offset: 0 } };
  await service.fails(listClarityProcessSummaries, hidden, "not_found", { as: "owner" });
});

it("has room for a thousand in a team", async () => {
  const teamId = service.neighbourTeamId;
  await service.pool.query(
    `insert into clarity_processes (id, team_id, user_id, name)
     select gen_random_uuid(), $1, $2, 'Many' from generate_series(1, $3::int)`,
    [teamId, service.ids.neighbour, maxTeamProcesses],
  );
  await service.fails(createClarityProcess, { params: { teamId }, body: {} }, "too_many", { as: "neighbour" });
  const [one] = (await list({ limit: 1 }, "neighbour", teamId)).processes;
  await service.fails(duplicateClarityProcess, of(one?.id ?? ""), "too_many", { as: "neighbour" });
});
