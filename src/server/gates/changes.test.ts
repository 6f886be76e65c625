import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needsSession } from "#contract/access.ts";
import { type EndpointSpec, successStatuses } from "#contract/endpoint.ts";
import { ourTopics } from "#contract/areas.ts";
import { allEndpoints } from "#contract/index.ts";
import { bulkDeleteCases, bulkReprocessCases, bulkUpdateCaseStatus } from "#contract/queues/case-bulk.ts";
import { updateCase } from "#contract/queues/cases.ts";
import { type Topic, isForRecipient, isLive } from "#contract/topics.ts";
import { type Stage, stageFor } from "#server/gates/stage/stage.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { type TableWatch, watchTables } from "./changed-tables.ts";
import { busyQueue } from "./deletions/queues.ts";
import { deletionSubjects } from "./deletions/subjects.ts";
import { inputFor } from "./examples.ts";
import { credentialsFor, newcomer } from "./newcomer.ts";
import { subjectsOfLanding } from "./part/part.ts";
import { unrecorded } from "./unrecorded.ts";
import { quiet } from "./store-digest.ts";
import { tableTopics } from "./table-topics.ts";
import { type Input, type Received, codeOf, send, wireOf } from "./wire.ts";

let service: TestService;
let watch: TableWatch;
/** What the last request changed. */
let touched: readonly string[] = [];
/** What other windows were told of, and what the service had to say about itself. */
const told = new Set<Topic>();
const complaints: string[] = [];
/** How often those who read events were woken. */
let wakes = 0;
beforeAll(async () => {
  service = await startService({
    logTo: { write: (line) => void (line.includes("does not declare") && complaints.push(line)) },
    // After each write it waits for what follows from it.
    engine: { eventRestMs: 10 },
  });
  watch = await watchTables(service);
  for (const teamId of [service.teamId, service.neighbourTeamId])
    service.app.services.live.subscribe(teamId, ({ topic }) => void told.add(topic));
  // What is for one person alone no team hears; what is about a further team only that one does.
  const known = [service.teamId, service.neighbourTeamId, service.strangerTeamId];
  const { live } = service.app.services;
  live.onPublish(() => void wakes++);
  const publish = live.publish.bind(live);
  live.publish = (change) => {
    if (isForRecipient(change.topic) ? change.userId : !known.includes(change.teamId)) told.add(change.topic);
    publish(change);
  };
});
afterAll(() => service.close());

/** What is wrong with what an endpoint says of the changes that `work`, a request to it, makes. */
async function faultsOf(endpoint: EndpointSpec, work: () => Promise<unknown>, everywhere = false): Promise<string[]> {
  await quiet(service);
  told.clear();
  complaints.length = 0;
  wakes = 0;
  touched = await watch.during(work, everywhere);
  const shown = touched.flatMap((table) => (tableTopics[table] ?? []).map((topic) => ({ table, topic })));
  return [
    ...shown.filter(({ topic }) => !endpoint.changes?.includes(topic)).map(({ table, topic }) => `${table}: ${topic} is not declared`),
    ...shown
      .filter(({ topic }) => isLive(topic) && !told.has(topic))
      .map(({ table, topic }) => `${table}: ${topic} is not told to other windows`),
    ...(touched.includes("events") && wakes === 0 ? ["events: who reads them is not woken"] : []),
    ...complaints,
  ];
}

it("knows which topics each table belongs to", () => {
  expect(Object.keys(tableTopics).toSorted()).toEqual(watch.tables.toSorted());
});

it("declares no topic that nobody reads", () => {
  const read = new Set(allEndpoints.flatMap(({ reads }) => reads ?? []));
  expect(ourTopics.filter((topic) => !read.has(topic))).toEqual([]);
});

it("declares no topic that nothing changes", () => {
  const changed = new Set(allEndpoints.flatMap(({ changes }) => changes ?? []));
  const inBackground = ["team_job", "case_run"];
  expect(ourTopics.filter((topic) => !changed.has(topic) && !inBackground.includes(topic))).toEqual([]);
});

const writes = subjectsOfLanding.filter(({ endpoint }) => endpoint.changes);

describe.each(writes)("$title", (subject) => {
  const { endpoint, example } = subject;
  const open = endpoint.access.scope === "public";

  it("changes what it declares and nothing else", async () => {
    const self = needsSession(endpoint.access) || open ? await newcomer(service) : undefined;
    const stage = { ...stageFor(service), self };
    const input = await inputFor(subject, stage);
    const credentials = credentialsFor(endpoint, service, self);
    const call = async () => {
      const answer = await send(service.url, wireOf(endpoint, input, credentials));
      if (example.ends) expect(codeOf(answer)).toBe(example.ends.code);
      else expect(successStatuses(endpoint), answer.text).toContain(answer.status);
    };
    expect(await faultsOf(endpoint, call, open)).toEqual([]);
    // Of a call without a transaction all writes are seen, also those of background work: one that is refused has none of its own.
    const wrote = endpoint.changes?.length && touched.length > 0 && !(open && example.ends);
    if (wrote) expect(touched.includes("events"), "writes down what happened").toBe(!(endpoint.name in unrecorded));
  });
});

it("knows what is not recorded", () => {
  const names = allEndpoints.filter(({ changes, records }) => changes?.length && !records).map(({ name }) => name);
  expect(Object.keys(unrecorded).filter((name) => !names.includes(name))).toEqual([]);
});

describe.each(writes.filter(({ example }) => example.also))("$title", (subject) => {
  const { endpoint, example } = subject;

  it("changes no more where the input says something else", async () => {
    const stage = stageFor(service);
    const input = await inputFor(subject, stage);
    const others = example.also?.(stage, input) ?? [];
    const credentials = credentialsFor(endpoint, service, undefined);
    const call = () => Promise.all(others.map((other) => send(service.url, wireOf(endpoint, other, credentials))));
    expect(await faultsOf(endpoint, call)).toEqual([]);
  });
});

describe("also where much hangs on it", () => {
  it.each(Object.entries(deletionSubjects))("%s", async (name, { make }) => {
    const endpoint = allEndpoints.find((each) => each.name === name) as EndpointSpec;
    const { remove } = await make(stageFor(service));
    expect(await faultsOf(endpoint, remove)).toEqual([]);
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
    let answer: Received | undefined;
    const call = async () => {
      answer = await send(service.url, wireOf(endpoint, input(taken, queue_id), credentialsFor(endpoint, service, undefined)));
    };
    expect(await faultsOf(endpoint, call)).toEqual([]);
    expect(successStatuses(endpoint), answer?.text).toContain(answer?.status);
  });
});
