import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
// Its topics come with the reads of a screen: the line itself is in the first chunk, which has no schemas.
import "#contract/areas.ts";
import type { Topic } from "#contract/topics.ts";
import { fakeBrowser, fakeFetch, page } from "./fake-browser.ts";

fakeBrowser();
const { followTeam } = await import("./live-line.ts");
const { learnQuota } = await import("./quota.ts");

let sent: ReturnType<typeof fakeFetch>;
const open: AbortController[] = [];
beforeEach(() => {
  sent = fakeFetch();
});
afterEach(() => {
  for (const control of open.splice(0)) control.abort();
});

/** A tab that shows two cases, a list of them, and an agent. */
function tab(name: string) {
  const client = new QueryClient();
  const keys = {
    one: [["case"], "getCase", { params: { case_id: "1" } }],
    two: [["case"], "getCase", { params: { case_id: "2" } }],
    list: [["case"], "listCases", { params: { queue_id: "q" } }],
    agent: [["agent"], "getAgent", { params: { agent_id: "1" } }],
    still: ["Case list", { queueId: "q" }],
  };
  for (const queryKey of Object.values(keys)) client.setQueryData(queryKey, {});
  const control = new AbortController();
  open.push(control);
  const statuses: string[] = [];
  const heard: string[] = [];
  followTeam(client, control.signal, {
    name,
    url: (sinceMs) => `/v2/teams/t/events?since_ms=${sinceMs}`,
    onStatus: (status) => void statuses.push(status),
    onEvents: (events) => void heard.push(...events.map(({ topic, id }) => `${topic} ${id}`)),
  });
  const stale = () => Object.keys(keys).filter((key) => client.getQueryState(keys[key as keyof typeof keys])?.isInvalidated);
  return { close: () => control.abort(), stale, heard, statuses };
}

/** Opens the stream that was asked for as number `at`. */
async function stream(at: number) {
  await expect.poll(() => sent.length).toBe(at + 1);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  sent[at]?.answer(new Response(readable, { headers: { "x-request-id": "1" } }));
  const writer = writable.getWriter();
  sent[at]?.signal?.addEventListener("abort", () => void writer.abort().catch(() => undefined));
  const text = new TextEncoder();
  return {
    write: (words: string) => void writer.write(text.encode(words)).catch(() => undefined),
    tell: (topic: Topic, id: string) =>
      void writer.write(text.encode(`data: ${JSON.stringify({ topic, id, version: 1 })}\n\n`)).catch(() => undefined),
    end: () => void writer.close().catch(() => undefined),
  };
}

describe("the live line of a team", () => {
  it("is one for all tabs, and makes stale in each what an event concerns", async () => {
    const name = crypto.randomUUID();
    const [first, second] = [tab(name), tab(name)];
    const line = await stream(0);
    line.tell("case", "1");
    await expect.poll(first.stale).toEqual(["one", "list"]);
    await expect.poll(second.stale).toEqual(["one", "list"]);
    expect([first.heard, second.heard]).toEqual([["case 1"], ["case 1"]]);
    expect(sent).toHaveLength(1);
  });

  it("concerns all of a topic where more was changed than could be named", async () => {
    const one = tab(crypto.randomUUID());
    (await stream(0)).tell("case", "*");
    await expect.poll(one.stale).toEqual(["one", "two", "list"]);
  });

  it("lets a list that shows little of a topic rest longer than what is about it", async () => {
    const clock = vi.spyOn(performance, "now");
    let now = performance.now();
    clock.mockImplementation(() => now);
    try {
      const client = new QueryClient();
      const run = [["run"], "getRun", { params: { run_id: "1" } }];
      const agents = [["agent", "schedule", "run"], "listAgents", { params: { teamId: "t" } }];
      const read = () => [run, agents].forEach((key) => client.setQueryData(key, {}));
      const stale = () => [run, agents].map((key) => client.getQueryState(key)?.isInvalidated);
      read();
      const control = new AbortController();
      open.push(control);
      const ignored = () => undefined;
      followTeam(client, control.signal, {
        name: crypto.randomUUID(),
        url: () => "/v2/teams/t/events",
        onStatus: ignored,
        onEvents: ignored,
      });
      const line = await stream(0);
      line.tell("run", "1");
      await expect.poll(stale).toEqual([true, true]);
      read();
      line.tell("run", "1");
      await expect.poll(stale).toEqual([true, false]);
      now += 5000;
      await expect.poll(stale).toEqual([true, true]);
    } finally {
      clock.mockRestore();
    }
  });

  it("rests between two rounds of reads where they would take what the person needs of the quota", async () => {
    const clock = vi.spyOn(performance, "now");
    let now = performance.now();
    clock.mockImplementation(() => now);
    learnQuota({ limit: 300, remaining: 150, resetAt: Date.now() + 55_000, windowMs: 60_000 });
    try {
      const one = tab(crypto.randomUUID());
      const line = await stream(0);
      line.tell("case", "1");
      await expect.poll(one.stale).toEqual(["one", "list"]);
      now += 4000;
      line.tell("agent", "1");
      await expect.poll(() => one.heard).toEqual(["case 1", "agent 1"]);
      expect(one.stale()).toEqual(["one", "list"]);
      now += 1000;
      await expect.poll(one.stale).toEqual(["one", "list", "agent"]);
    } finally {
      learnQuota(undefined);
      clock.mockRestore();
    }
  });

  it("passes to another tab when the one that holds it closes", async () => {
    const name = crypto.randomUUID();
    const first = tab(name);
    await stream(0);
    const second = tab(name);
    first.close();
    const line = await stream(1);
    line.tell("agent", "1");
    await expect.poll(second.stale).toEqual(["agent"]);
    expect(first.heard).toEqual([]);
  });

  it("tells a tab that comes later how it is", async () => {
    const name = crypto.randomUUID();
    const first = tab(name);
    await stream(0);
    await expect.poll(() => first.statuses).toEqual(["live"]);
    const second = tab(name);
    await expect.poll(() => second.statuses).toEqual(["live"]);
  });

  it("reads events in whatever pieces they come, passes over comments and topics of a later version", async () => {
    const one = tab(crypto.randomUUID());
    const line = await stream(0);
    line.write(': beat\n\ndata: {"topic":"weather","id":"1","version":1}\n\nda');
    line.write('ta: {"topic":"case",\ndata: "id":"2","version":2}\n');
    line.write("\n");
    await expect.poll(() => one.heard).toEqual(["case 2"]);
  });

  it("asks for what changed before it was open and while it was down", async () => {
    const one = tab(crypto.randomUUID());
    const since = (at: number) => Number(new URL(sent[at]?.url ?? "", "http://service").searchParams.get("since_ms"));
    const first = await stream(0);
    expect(since(0)).toBeGreaterThan(performance.now());
    first.tell("case", "1");
    await expect.poll(() => one.heard).toEqual(["case 1"]);
    first.end();
    await expect.poll(() => one.statuses).toEqual(["live", "offline"]);
    page.dispatchEvent(new Event("online"));
    await stream(1);
    expect(since(1)).toBeGreaterThanOrEqual(5000);
    expect(since(1)).toBeLessThan(since(0));
  });

  it("tells a tab what changed since that one's page began, once", async () => {
    const name = crypto.randomUUID();
    const first = tab(name);
    const line = await stream(0);
    line.tell("case", "1");
    await expect.poll(() => first.heard).toEqual(["case 1"]);
    const second = tab(name);
    await expect.poll(second.stale).toEqual(["one", "list"]);
    line.tell("agent", "1");
    await expect.poll(() => second.heard).toEqual(["case 1", "agent 1"]);
    expect(first.heard).toEqual(["case 1", "agent 1"]);
  });

  it("is given up where the service has none", async () => {
    const one = tab(crypto.randomUUID());
    await expect.poll(() => sent.length).toBe(1);
    sent[0]?.answer(new Response("", { status: 404 }));
    await expect.poll(() => one.statuses).toEqual(["unavailable"]);
  });
});
