import { afterAll, beforeAll, expect, it } from "vitest";
import { LiveEvent, streamEvents } from "#contract/runs/live.ts";
import { ourTopics } from "#contract/areas.ts";
import { declaredTopics, isLive } from "#contract/topics.ts";
import { agentWith, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import type { PersonName } from "#server/testing/people.ts";
import { note, startService, type TestService } from "#server/testing/service.ts";

const addedTopics: ReadonlySet<string> = new Set(declaredTopics().filter((topic) => !ourTopics.includes(topic)));

let service: TestService;
let started: number;
beforeAll(async () => {
  service = await startService();
  started = performance.now();
});
afterAll(() => service.close());

/** Reads a team's events until `enough` says so; the stream is closed afterwards. */
async function listen(
  as: PersonName,
  work: () => Promise<unknown>,
  enough: (events: LiveEvent[]) => boolean,
  query = "",
): Promise<LiveEvent[]> {
  const abort = new AbortController();
  const response = await fetch(`${service.url}/v2/teams/${service.teamId}/events${query}`, {
    headers: { authorization: `Bearer ${service.keys[as]}` },
    signal: abort.signal,
  });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  note(streamEvents, "success");
  const events: LiveEvent[] = [];
  const decoder = new TextDecoder();
  const working = work();
  for await (const chunk of response.body ?? []) {
    for (const line of decoder.decode(chunk, { stream: true }).split("\n")) {
      const event = line.startsWith("data: ") ? (JSON.parse(line.slice(6)) as LiveEvent) : undefined;
      // A test before, in the same process, may have added an area of its own.
      if (event && !addedTopics.has(event.topic)) events.push(LiveEvent.parse(event));
    }
    if (enough(events)) break;
  }
  abort.abort();
  await working;
  return events;
}

it("tells that a run and its messages changed, with growing versions and nothing else", async () => {
  const agent = await agentWith(service, scripted("say Hi"));
  let id = "";
  const events = await listen(
    "manager",
    async () => (id = await startRunOf(service, agent.id)),
    (seen) => seen.some((e) => e.topic === "run_message" && e.id === id),
  );
  expect(events.filter((e) => e.topic === "run").every((e) => e.id === id)).toBe(true);
  const versions = events.map((e) => e.version);
  expect(versions).toEqual(versions.toSorted((a, b) => a - b));
});

it("tells a member of their own runs only", async () => {
  const agent = await agentWith(service, scripted("say Hi"));
  const ids: string[] = [];
  const events = await listen(
    "member",
    async () => {
      const other = await startRunOf(service, agent.id, {}, { as: "colleague" });
      await settled(service, other);
      ids.push(await startRunOf(service, agent.id, {}, { as: "member" }));
    },
    (seen) => seen.some((e) => e.topic === "run_message"),
  );
  expect([...new Set(events.filter((e) => e.topic === "run" || e.topic === "run_message").map((e) => e.id))]).toEqual(ids);
});

it("tells first what changed before the line was open, to whom it may be told", async () => {
  const agent = await agentWith(service, scripted("say Hi"));
  const [mine, theirs] = [await startRunOf(service, agent.id, {}, { as: "member" }), await startRunOf(service, agent.id)];
  for (const id of [mine, theirs]) await settled(service, id);
  const seesIt = (id: string) => (events: LiveEvent[]) => events.some((e) => e.topic === "run" && e.id === id);
  const nothing = async () => {};
  // It counts back from when a line opens: the second one opens later.
  const sinceStart = () => `?since_ms=${Math.ceil(performance.now() - started)}`;
  const asMember = await listen("member", nothing, seesIt(mine), sinceStart());
  expect(seesIt(theirs)(asMember)).toBe(false);
  await listen("manager", nothing, (events) => seesIt(mine)(events) && seesIt(theirs)(events), sinceStart());
});

it("says that anything may have changed where more is asked for than is remembered", async () => {
  const anything = ourTopics.filter(isLive).map((topic) => `${topic} *`);
  const events = await listen(
    "member",
    async () => {},
    (seen) => seen.length >= anything.length,
    "?since_ms=86400000",
  );
  expect(events.slice(0, anything.length).map(({ topic, id }) => `${topic} ${id}`)).toEqual(anything);
});

it("tells a window of a busy team a few events of a topic, the last change among them", async () => {
  const publish = (id: string) => service.app.services.live.publish({ teamId: service.teamId, topic: "queue", id });
  const all = Array.from({ length: 500 }, (_, n) => `queue ${n}`);
  const ofQueues = (events: LiveEvent[]) => events.filter(({ topic }) => topic === "queue");
  const events = await listen(
    "member",
    async () => all.forEach(publish),
    (seen) => ofQueues(seen).some(({ id }) => id === "*"),
  );
  expect(ofQueues(events).map(({ id }) => id)).toEqual(["queue 0", "*"]);
});
