import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EndpointSpec, successStatuses } from "#contract/endpoint.ts";
import { allEndpoints } from "#contract/index.ts";
import { bulkDeleteCases, bulkReprocessCases, bulkUpdateCaseStatus } from "#contract/queues/case-bulk.ts";
import { updateCase } from "#contract/queues/cases.ts";
import { topics } from "#contract/topics.ts";
import { type Stage, stageFor } from "#server/gates/stage/stage.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { type TableWatch, watchTables } from "./changed-tables.ts";
import { busyQueue } from "./deletions/queues.ts";
import { deletionSubjects } from "./deletions/subjects.ts";
import { inputFor, subjects } from "./examples.ts";
import { credentialsFor, newcomer } from "./newcomer.ts";
import { quiet } from "./store-digest.ts";
import { tableTopics } from "./table-topics.ts";
import { type Input, codeOf, send, wireOf } from "./wire.ts";

let service: TestService;
let watch: TableWatch;
beforeAll(async () => {
  service = await startService();
  watch = await watchTables(service);
});
afterAll(() => service.close());

/** What was changed, and of which topic nothing was said. */
function undeclared(endpoint: EndpointSpec, changed: readonly string[]): string[] {
  return changed.flatMap((table) =>
    (tableTopics[table] ?? []).filter((topic) => !endpoint.changes?.includes(topic)).map((topic) => `${table}: ${topic}`),
  );
}

it("knows which topics each table belongs to", () => {
  expect(Object.keys(tableTopics).toSorted()).toEqual(watch.tables.toSorted());
});

it("declares no topic that nobody reads", () => {
  const read = new Set(allEndpoints.flatMap(({ reads }) => reads ?? []));
  expect(topics.filter((topic) => !read.has(topic))).toEqual([]);
});

it("declares no topic that nothing changes", () => {
  const changed = new Set(allEndpoints.flatMap(({ changes }) => changes ?? []));
  const inBackground = ["team_job", "case_run"];
  expect(topics.filter((topic) => !changed.has(topic) && !inBackground.includes(topic))).toEqual([]);
});

const writes = subjects.filter(({ endpoint }) => endpoint.changes);

describe.each(writes)("$title", (subject) => {
  const { endpoint, example } = subject;
  const open = endpoint.access.kind === "public";

  it("changes what it declares and nothing else", async () => {
    const self = endpoint.access.kind === "session" || open ? await newcomer(service) : undefined;
    const stage = { ...stageFor(service), self };
    const input = await inputFor(subject, stage);
    const credentials = credentialsFor(endpoint, service, self);
    await quiet(service);
    const changed = await watch.during(async () => {
      const answer = await send(service.url, wireOf(endpoint, input, credentials));
      if (example.ends) expect(codeOf(answer)).toBe(example.ends.code);
      else expect(successStatuses(endpoint), answer.text).toContain(answer.status);
    }, open);
    expect(undeclared(endpoint, changed)).toEqual([]);
  });
});

describe.each(writes.filter(({ example }) => example.also))("$title", (subject) => {
  const { endpoint, example } = subject;

  it("changes no more where the input says something else", async () => {
    const stage = stageFor(service);
    const input = await inputFor(subject, stage);
    await quiet(service);
    const changed = await watch.during(async () => {
      const others = example.also?.(stage, input) ?? [];
      await Promise.all(others.map((other) => send(service.url, wireOf(endpoint, other, credentialsFor(endpoint, service, undefined)))));
    });
    expect(undeclared(endpoint, changed)).toEqual([]);
  });
});

describe("also where much hangs on it", () => {
  it.each(Object.entries(deletionSubjects))("%s", async (name, { make }) => {
    const endpoint = allEndpoints.find((each) => each.name === name) as EndpointSpec;
    const { remove } = await make(stageFor(service));
    await quiet(service);
    expect(undeclared(endpoint, await watch.during(remove))).toEqual([]);
  });
});

/** What people do to a case that a run has taken and asks about. */
const toTakenCase: readonly [endpoint: EndpointSpec, input: (taken: string, queue_id: string) => Input][] = [
  [updateCase, (case_id) => ({ params: { case_id }, body: { status: "completed" } })],
  [bulkUpdateCaseStatus, (taken, queue_id) => ({ params: { queue_id }, body: { case_ids: [taken], status: "completed" } })],
  [bulkReprocessCases, (taken, queue_id) => ({ params: { queue_id }, body: { case_ids: [taken] } })],
  [bulkDeleteCases, (taken, queue_id) => ({ params: { queue_id }, body: { case_ids: [taken] } })],
];

describe("also while a run works on the case", () => {
  it.each(toTakenCase.map(([endpoint, input]) => ({ endpoint, input, name: endpoint.name })))("$name", async ({ endpoint, input }) => {
    const stage: Stage = stageFor(service);
    const { taken, queue_id } = await busyQueue(stage);
    await quiet(service);
    const changed = await watch.during(async () => {
      const answer = await send(service.url, wireOf(endpoint, input(taken, queue_id), credentialsFor(endpoint, service, undefined)));
      expect(successStatuses(endpoint), answer.text).toContain(answer.status);
    });
    expect(changed).not.toEqual([]);
    expect(undeclared(endpoint, changed)).toEqual([]);
  });
});
