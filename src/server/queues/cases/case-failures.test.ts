import { afterAll, beforeAll, expect, test } from "vitest";
import { undoCaseEvent } from "#contract/queues/case-undo.ts";
import { searchCases, updateCase } from "#contract/queues/cases.ts";
import { countFigures } from "#contract/dashboards/figures.ts";
import { stopRun } from "#contract/runs/runs.ts";
import { scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { addCases, agentOn, queueIn } from "#server/testing/cases.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const titlesBy = async (queue_id: string, failure: string) =>
  (await service.ok(searchCases, { params: { queue_id }, body: { filters: { failure } } })).cases.map(({ title }) => title);
const setTo = async (case_id: string, status: "failed" | "pending") =>
  (await service.ok(updateCase, { params: { case_id }, body: { status } })).undo_event_id ?? "";

/** Takes the case that comes next, and does these steps. */
async function work(queue: string, ...steps: string[]): Promise<string> {
  const agent = await agentOn(service, scripted("call claim_case {}", ...steps), { consumes: [queue] });
  const { id } = await settled(service, await startRunOf(service, agent.id));
  return id;
}

test("a failed case is found by what it failed by, and counted by it with the list of exactly these", async () => {
  const queue = await queueIn(service);
  const titles = ["Given up", "Left open", "Broken", "Stopped", "By hand"];
  const ids = await addCases(service, queue, ...titles.map((title) => ({ title })));
  await work(queue, 'call fail_case {"reason": "Supplier unknown"}');
  await work(queue, "say Done");
  await work(queue, "fail The supplier is unknown");
  await service.ok(stopRun, { params: { run_id: await work(queue, 'approve "Go on?"') } });
  await setTo(ids[4] ?? "", "failed");
  const found = {
    reported: ["Given up"],
    left_open: ["Left open"],
    scripted_failure: ["Broken"],
    stopped: ["Stopped"],
    set_by_person: ["By hand"],
    not_recorded: [],
  };
  for (const [failure, expected] of Object.entries(found)) expect(await titlesBy(queue, failure)).toEqual(expected);
  const failed = { by: "state", kind: "is" as const, values: ["failed"] };
  const inQueue = { by: "queue", kind: "is" as const, values: [queue] };
  const { answers } = await service.ok(countFigures, {
    params: { teamId: service.teamId },
    body: {
      zone: "UTC",
      range: "today",
      queries: [{ name: "causes", source: "flow", measures: ["closed"], by: ["failure"], filters: [inQueue, failed] }],
    },
  });
  const rows = answers[0]?.rows.map(({ by: [cause], values: [count], links: [link] }) => ({ cause, count, link })) ?? [];
  expect(rows.map(({ cause }) => cause).toSorted()).toEqual(["left_open", "reported", "scripted_failure", "set_by_person", "stopped"]);
  for (const { cause, count, link } of rows) {
    expect(count).toBe(1);
    expect(link).toMatchObject({ list: "cases", queue_id: queue, filters: { status: "failed", failure: cause } });
    expect(Object.keys(link?.filters ?? {}).toSorted()).toEqual(["closed_from", "closed_to", "failure", "status"]);
  }
});

test("a case that is opened again has failed by nothing, and undoing that brings its cause back", async () => {
  const queue = await queueIn(service);
  const [id = ""] = await addCases(service, queue, { title: "Strike" });
  await work(queue, 'call fail_case {"reason": "No"}');
  const opened = await setTo(id, "pending");
  expect(await titlesBy(queue, "reported")).toEqual([]);
  await service.ok(undoCaseEvent, { params: { case_id: id, event_id: opened } });
  expect(await titlesBy(queue, "reported")).toEqual(["Strike"]);
});

test("a case that failed before causes were kept says so", async () => {
  const queue = await queueIn(service);
  const [id = ""] = await addCases(service, queue, { title: "Earlier" });
  await setTo(id, "failed");
  await service.pool.query("update cases set failure = null where id = $1", [id]);
  expect(await titlesBy(queue, "not_recorded")).toEqual(["Earlier"]);
});
