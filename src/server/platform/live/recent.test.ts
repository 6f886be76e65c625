import { expect, it } from "vitest";
import type { Topic } from "#contract/topics.ts";
import { RecentChanges, rememberedMs } from "./recent.ts";

/** Remembers changes of `teamId` and returns what it tells, as words. */
function memory(begun: number) {
  const recent = new RecentChanges(begun);
  let last = 0;
  return {
    add: (at: number, topic: Topic, id: string, teamId = "team") => recent.add({ topic, id, version: ++last }, { topic, id, teamId }, at),
    missed: (at: number) => recent.missed(at),
    since: (ms: number, now: number) =>
      recent.since("team", ms, now)?.map(({ event: { topic, id, version } }) => `${version} ${topic} ${id}`),
  };
}

it("tells what a team was told, each object once and in order", () => {
  const { add, since } = memory(0);
  add(10, "run", "a");
  add(20, "case", "b");
  add(20, "case", "b", "another team");
  add(30, "run", "a");
  expect(since(25, 35)).toEqual(["2 case b", "4 run a"]);
  expect(since(4, 35)).toEqual([]);
  expect(since(5, 35)).toEqual(["4 run a"]);
});

it("does not know what was before it began, before something was missed, or longer ago than it remembers", () => {
  const { add, since, missed } = memory(1000);
  expect(since(500, 1400)).toBeUndefined();
  expect(since(400, 1400)).toEqual([]);
  add(1500, "run", "a");
  missed(2000);
  expect(since(500, 2400)).toBeUndefined();
  expect(since(400, 2400)).toEqual([]);
  expect(since(rememberedMs, 1_000_000)).toEqual([]);
  expect(since(rememberedMs + 1, 1_000_000)).toBeUndefined();
});

it("holds a bounded number, and says what it lost", () => {
  const { add, since } = memory(0);
  for (let at = 1; at <= 45_000; at++) add(at / 10, "run", String(at), at % 2 ? "team" : "another team");
  expect(since(4500, 4500)).toBeUndefined();
  expect(since(2000, 4500)).toHaveLength(10_000);
  expect(since(100, 4500)).toHaveLength(500);
});
