import { expect, it } from "vitest";
import type { EngineState, Worker } from "#contract/runs/engine.ts";
import { engineSigns } from "./engine-signs.ts";

const now = Date.parse("2026-03-01T12:00:00.000Z");
const before = (seconds: number) => new Date(now - seconds * 1000).toISOString();
const worker: Worker = {
  id: "00000000-0000-4000-8000-000000000001",
  host: "web-1",
  pid: 7,
  version: "1",
  started_at: before(3600),
  last_beat_at: before(1),
  state: "alive",
  holds: { model: 0, program: 0, generation: 0 },
  taken_over: 0,
  report: {
    places: { model: 64, program: 4, generation: 16, evaluation: 8 },
    clock_ahead_ms: 3,
    deaf: false,
    connections: { most: 20, in_use: 2 },
    requests: { most: 15, in_work: 1, waiting: 0, refused: 0, last_refused_at: null },
  },
};
const calm: EngineState = {
  as_of: before(0),
  workers: [worker],
  work: (["model", "program", "generation", "evaluation", "webhook"] as const).map((kind) => ({
    kind,
    due: 0,
    late: 0,
    oldest_due_at: null,
  })),
  events: [{ consumer: "webhooks", waiting: 0, oldest_seconds: 0, failing: false }],
  retrying_webhooks: 0,
  failing_jobs: 0,
  storage: { used_bytes: 12_000_000, free_bytes: 80_000_000_000, orphaned: 0, oldest_orphaned_at: null, unconfirmed: 0 },
};
const said = (state: Partial<EngineState>, part: string) => engineSigns({ ...calm, ...state }).find((sign) => sign.part === part);
const reporting = (report: Partial<NonNullable<Worker["report"]>>) => ({
  workers: [{ ...worker, report: { ...worker.report!, ...report } }],
});

it("says that all is well, with figures", () => {
  const signs = engineSigns(calm);
  expect(signs.filter(({ state }) => state !== "good")).toEqual([]);
  expect(signs.map(({ verdict }) => verdict)).toContain("Runs start within 1 second");
  expect(said({}, "Storage")).toMatchObject({ verdict: "12.0 MB of files", note: "80.0 GB free, 0 to remove, 0 unconfirmed" });
});

it("says what waits, for how long, and what to do", () => {
  const work = calm.work.map((each) => (each.kind === "model" ? { ...each, due: 50, late: 40, oldest_due_at: before(200) } : each));
  expect(said({ work }, "Runs")).toEqual({
    part: "Runs",
    state: "act",
    verdict: "40 runs have waited over 1m, the longest for 3m 20s",
    note: "Start another process that uses the same database.",
    settings: ["DATABASE_URL"],
  });
});

it("takes a refusal for news for five minutes", () => {
  const requests = (seconds: number) =>
    reporting({ requests: { most: 15, in_work: 15, waiting: 9, refused: 132, last_refused_at: before(seconds) } });
  expect(said(requests(120), "Requests")).toMatchObject({
    state: "act",
    verdict: expect.stringContaining("132 requests refused because too many were in progress, the last 2m ago") as string,
  });
  expect(said(requests(301), "Requests")).toMatchObject({ state: "good" });
});

it.each([
  ["Workers", { workers: [] }, "act", /^No worker is alive$/],
  [
    "Workers",
    { workers: [worker, { ...worker, state: "lost" as const, taken_over: 3 }] },
    "look",
    /^1 worker was lost in the last day, and others took over 3 pieces of work$/,
  ],
  ["Clocks", reporting({ clock_ahead_ms: -120_000 }), "look", /^web-1 is 2m behind the database$/],
  ["Live updates", reporting({ deaf: true }), "look", /^web-1 misses the changes/],
  [
    "Events",
    { events: [{ consumer: "webhooks", waiting: 12, oldest_seconds: 200, failing: false }] },
    "act",
    /^12 events have waited over 1m for webhooks, the longest for 3m 20s$/,
  ],
  [
    "Events",
    { events: [{ consumer: "webhooks", waiting: 1, oldest_seconds: 2, failing: true }] },
    "look",
    /^The last try of webhooks failed$/,
  ],
  ["Jobs", { failing_jobs: 2 }, "look", /^2 jobs failed/],
  ["Storage", { storage: { ...calm.storage, free_bytes: 400_000_000 } }, "act", /^Only 400 MB free/],
  ["Storage", { storage: { ...calm.storage, free_bytes: null, unconfirmed: null } }, "act", /^The file store does not answer$/],
  ["Storage", { storage: { ...calm.storage, orphaned: 1, oldest_orphaned_at: before(3 * 3600) } }, "look", /^1 deleted file still/],
  ["Webhooks", { retrying_webhooks: 2 }, "good", /^Webhooks are sent within 1 second$/],
] as const)("%s: tells a bad state", (part, state, how, words) => {
  const sign = said(state as Partial<EngineState>, part);
  expect(sign?.state).toBe(how);
  expect(sign?.verdict).toMatch(words);
});
