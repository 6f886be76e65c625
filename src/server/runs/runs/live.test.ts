import { afterAll, beforeAll, expect, it } from "vitest";
import { LiveEvent, streamEvents } from "#contract/runs/live.ts";
import { agentWith, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import type { PersonName } from "#server/testing/people.ts";
import { note, startService, type TestService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Reads a team's events until `enough` says so; the stream is closed afterwards. */
async function listen(as: PersonName, work: () => Promise<unknown>, enough: (events: LiveEvent[]) => boolean): Promise<LiveEvent[]> {
  const abort = new AbortController();
  const response = await fetch(`${service.url}/v2/teams/${service.teamId}/events`, {
    headers: { authorization: `Bearer ${service.keys[as]}` },
    signal: abort.signal,
  });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  note(streamEvents, "success");
  const events: LiveEvent[] = [];
  const decoder = new TextDecoder();
  void work();
  for await (const chunk of response.body ?? []) {
    for (const line of decoder.decode(chunk, { stream: true }).split("\n"))
      if (line.startsWith("data: ")) events.push(LiveEvent.parse(JSON.parse(line.slice(6))));
    if (enough(events)) break;
  }
  abort.abort();
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
