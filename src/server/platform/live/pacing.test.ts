import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Topic } from "#contract/topics.ts";
import { pacing } from "./pacing.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A reader, and what it was told at which millisecond. `may`: of what is another person's. */
function reader() {
  const heard: string[] = [];
  const began = performance.now();
  const at = { may: true as boolean | undefined };
  const paced = pacing(
    ({ topic, id, version }) => void heard.push(`${performance.now() - began} ${topic} ${id} ${version}`),
    (isOwn) => isOwn || at.may,
  );
  let version = 0;
  return { heard, at, paced, tell: (topic: Topic, id: string, isOwn = true) => paced.tell({ topic, id, version: ++version }, isOwn) };
}

it("tells the first change of a topic at once, and what changes again once more", () => {
  const { heard, tell } = reader();
  for (let n = 0; n < 20; n++) tell("run", "a");
  tell("case", "b");
  vi.advanceTimersByTime(10_000);
  tell("run", "a");
  expect(heard).toEqual(["0 run a 1", "0 case b 21", "250 run a 20", "10000 run a 22"]);
});

it("names each of a few objects, four times a second at most", () => {
  const { heard, tell } = reader();
  for (const id of ["a", "b", "c", "b", "d", "e"]) tell("run", id);
  vi.advanceTimersByTime(10_000);
  expect(heard).toEqual(["0 run a 1", "250 run b 4", "500 run c 3", "750 run d 5", "1000 run e 6"]);
});

it("says of many that any of them may have changed, and tells the last change", () => {
  const { heard, tell } = reader();
  const told = setInterval(() => tell("run", `${Math.random()}`), 5);
  vi.advanceTimersByTime(4_000);
  clearInterval(told);
  vi.advanceTimersByTime(4_000);
  expect(heard.length).toBeLessThanOrEqual(18);
  expect(heard.at(-1)).toMatch(/ run \* 800$/);
});

it("asks when an event goes whether the reader may know of it, and waits until that is known", () => {
  const { heard, at, paced, tell } = reader();
  tell("run", "a", false);
  tell("run", "b", false);
  tell("run", "c");
  at.may = undefined;
  vi.advanceTimersByTime(1_000);
  expect(heard).toEqual(["0 run a 1"]);
  at.may = false;
  vi.advanceTimersByTime(1_000);
  expect(heard).toEqual(["0 run a 1", "1250 run c 3"]);
  tell("run", "d");
  tell("run", "e");
  paced.flush();
  paced.close();
  vi.advanceTimersByTime(1_000);
  expect(heard.slice(2)).toEqual(["2000 run d 4", "2000 run e 5"]);
});
