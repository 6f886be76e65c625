import { afterAll, beforeAll, expect, it } from "vitest";
import { getClarityProcess, listClarityProcesses } from "#contract/clarity/processes.ts";
import { handedOverOf } from "#server/gates/stage/clarity-handover.ts";
import { processOf } from "#server/gates/stage/clarity.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { plantWork } from "./planted-work.cases.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

/** How far a process is, as its own reading and the list say it. */
async function progress(process_id: string) {
  const { stage, failures_since_evidence } = await service.ok(getClarityProcess, { params: { process_id } });
  const query = { limit: 100, offset: 0 };
  const { processes } = await service.ok(listClarityProcesses, { params: { teamId: service.teamId }, query });
  expect(processes.find(({ id }) => id === process_id)).toMatchObject({ stage, failures_since_evidence });
  return [stage, failures_since_evidence];
}

it("follows from what there is of a process, whatever its status is", async () => {
  const process_id = await processOf(stageFor(service));
  expect(await progress(process_id)).toEqual(["proposed", 0]);
  await service.pool.query("update clarity_snapshots set archived_at = now() where process_id = $1 and kind = 'transformation_proposal'", [
    process_id,
  ]);
  expect(await progress(process_id)).toEqual(["described", 0]);
  // A generation that was stopped leaves the status, and no version.
  await service.pool.query("update clarity_processes set status = 'review' where id = $1", [process_id]);
  await service.pool.query("delete from clarity_snapshots where process_id = $1", [process_id]);
  expect(await progress(process_id)).toEqual(["captured", 0]);
  await service.pool.query("delete from clarity_captures where process_id = $1", [process_id]);
  expect(await progress(process_id)).toEqual(["none", 0]);
});

it("is handed over with a draft and measured with runs, and counts what failed after the newest capture", async () => {
  const made = await handedOverOf(stageFor(service), { days: 30 });
  const { process_id } = made;
  expect(await progress(process_id)).toEqual(["handed_over", 0]);
  const where = { teamId: service.teamId, ...made };
  await plantWork(service.pool, where, [
    { minutes: 1, days: 9, status: "failed" },
    { minutes: 1, of: "failed" },
    { minutes: 1, verdict: "It was the wrong order." },
    { minutes: 1 },
  ]);
  expect(await progress(process_id)).toEqual(["measured", 0]);
  await service.pool.query("update clarity_captures set created_at = now() - interval '5 days' where process_id = $1", [process_id]);
  expect(await progress(process_id)).toEqual(["measured", 2]);
});
