import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getClarityAchieved } from "#contract/clarity/achieved.ts";
import { updateClarityPromise } from "#contract/clarity/promise.ts";
import { type HandedOver, handedOverOf } from "#server/gates/stage/clarity-handover.ts";
import { processOf } from "#server/gates/stage/clarity.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { plantWork, type Work } from "./planted-work.cases.ts";

let service: TestService;
let made: HandedOver;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());
beforeEach(async () => void (made = await handedOverOf(stageFor(service), { days: 30 })));

const achieved = (process_id = made.process_id, revision: "all" | "live" = "all") =>
  service.ok(getClarityAchieved, { params: { process_id }, query: { revision } }, { as: "member" });
const work = (...all: Work[]) => plantWork(service.pool, { teamId: service.teamId, ...made }, all);
const times = (count: number, one: Work): Work[] => Array.from({ length: count }, () => one);
const promise = (minutes: number, success: number, confirmed = true) =>
  service.ok(updateClarityPromise, {
    params: { process_id: made.process_id },
    body: {
      minutes_a_case: { value: minutes, evidence_id: null, confirmed, revision: 0 },
      success: { value: success, evidence_id: null, confirmed, revision: 0 },
    },
  });

describe("what became of a promise", () => {
  it("is nothing before an agent has the process, and before a revision of it is live", async () => {
    expect(await achieved(await processOf(stageFor(service)))).toMatchObject({ state: "not_handed_over", agent: null, cases: 0 });
    const { process_id } = await handedOverOf(stageFor(service));
    expect(await achieved(process_id)).toMatchObject({
      state: "handed_over",
      agent: { name: "Supplier payments" },
      revision: null,
      since: null,
      success: { verdict: "too_few", share: null },
      steps: [],
    });
    await service.fails(getClarityAchieved, { params: { process_id } }, "forbidden", { as: "clarity" });
  });

  it("is too few until there are twenty cases, and then kept, missed, or not to be told", async () => {
    await promise(6, 0.95);
    await work(...times(18, { minutes: 4 }), { minutes: 5, status: "failed" });
    expect(await achieved()).toMatchObject({
      state: "live",
      cases: 19,
      success: { verdict: "too_few", succeeded: 18, decided: 19, promise: 0.95 },
      minutes: { verdict: "too_few", median: 4 },
      weeks: { verdict: "too_few", promise: null },
    });
    await work(...times(9, { minutes: 4.5 }), ...times(2, { minutes: 7, status: "failed" }));
    const { success, minutes, failed } = await achieved();
    expect(failed).toBe(3);
    expect(success).toMatchObject({ verdict: "cannot_tell", succeeded: 27, decided: 30, share: 0.9, tells_with: 80 });
    expect(minutes).toMatchObject({ verdict: "kept", measured: 30, low: 4, promise: 6, failed_over: 2, tells_with: null });
  });

  it("is judged by confirmed figures only", async () => {
    await promise(3, 0.5, false);
    await work(...times(20, { minutes: 4 }));
    expect(await achieved()).toMatchObject({
      success: { verdict: "not_promised", promise: null },
      minutes: { verdict: "not_promised" },
    });
    await service.ok(updateClarityPromise, {
      params: { process_id: made.process_id },
      body: { minutes_a_case: { value: 3, evidence_id: null, confirmed: true, revision: 1 } },
    });
    expect(await achieved()).toMatchObject({ minutes: { verdict: "missed", promise: 3 } });
  });

  it("leaves the time out in which people were asked, and says it apart", async () => {
    await work(...times(3, { minutes: 10, waited: 7 }), { minutes: 2, status: "running" }, { minutes: 2, status: "interrupted" });
    expect(await achieved()).toMatchObject({ cases: 5, undecided: 2, minutes: { measured: 3, median: 3, waited: 7 } });
  });

  it("names the cause of each failure, and the step where the run was", async () => {
    await work(
      { minutes: 1, status: "failed", message: "The period is closed.", steps: ["start", "check"], days: 3 },
      { minutes: 1, verdict: "The older order was taken.", steps: ["check"], days: 2 },
      { minutes: 1, of: "failed", said: "There is no order.", steps: ["check"], days: 1 },
    );
    const { failures, steps, failed_since } = await achieved();
    expect(failures.map(({ cause, step_id }) => [cause, step_id])).toEqual([
      ["There is no order.", "check"],
      ["Right order: The older order was taken.", null],
      ["The period is closed.", "check"],
    ]);
    expect(failed_since).toBe(0);
    expect(steps).toMatchObject([
      { step_id: "start", number: 1, title: "Start", mode: null, runs: 1 },
      { step_id: "check", number: 2, title: "Check the invoice", mode: "person", role: "Clerk", runs: 3, failed: 2, minutes: null },
    ]);
  });

  it("counts the failures that came after the last evidence of the process", async () => {
    await service.pool.query("update clarity_captures set created_at = now() - interval '2 days' where process_id = $1", [made.process_id]);
    await work({ minutes: 1, status: "failed", days: 3 }, ...times(2, { minutes: 1, status: "failed" as const, days: 1 }));
    expect(await achieved()).toMatchObject({ failed: 3, failed_since: 2 });
  });

  it("says the median of a step from twenty runs on, and waiting for people apart", async () => {
    await work(...times(20, { minutes: 8, waited: 2, steps: ["check", "paid"] }));
    const { steps } = await achieved();
    // The halves of ten minutes; people were asked during the first one.
    expect(steps).toMatchObject([
      { step_id: "check", runs: 20, minutes: 2, waits: 20, waited: 2 },
      { step_id: "paid", runs: 20, minutes: 4, waits: 0, waited: null },
    ]);
  });

  it("is of all revisions since the first one, or of the live one only", async () => {
    await work(...times(2, { minutes: 1 }));
    const next = await service.pool.query<{ id: string }>(
      `with former as (update revisions set status = 'historic' where id = $1 returning agent_id)
       insert into revisions (id, agent_id, name, status, revision_number) select gen_random_uuid(), agent_id, 'Later', 'draft', 2 from former returning id`,
      [made.buildId],
    );
    const buildId = next.rows[0]?.id ?? "";
    // Runs of a draft are tests of it.
    await plantWork(service.pool, { teamId: service.teamId, ...made, buildId }, [{ minutes: 1 }]);
    await service.pool.query("update revisions set status = 'live' where id = $1", [buildId]);
    await plantWork(service.pool, { teamId: service.teamId, ...made, buildId }, [{ minutes: 1, days: 0 }]);
    expect(await achieved()).toMatchObject({ cases: 3, revision: { build_id: buildId, number: 2 } });
    expect(await achieved(made.process_id, "live")).toMatchObject({ cases: 1 });
  });
});
