import { Socket } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { newRequestPatience, withPatience } from "./patience.ts";
import { createStoreWatch } from "./store-watch.ts";

afterEach(() => void vi.useRealTimers());

it("asks a store on a connection of its own only where nobody has heard it of late", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  let asked = 0;
  const stream = (): Socket => {
    asked += 1;
    return new Socket();
  };
  const { TEST_PG_HOST: host, TEST_PG_USER: user } = process.env;
  const watch = createStoreWatch({ host, user, stream });
  const end = withPatience(newRequestPatience(), () => watch.wait(() => undefined));
  for (let turn = 0; turn < 20; turn++) {
    vi.advanceTimersByTime(50);
    watch.heard();
  }
  expect(asked).toBe(0);
  vi.advanceTimersByTime(300);
  expect(asked).toBe(1);
  end();
});

it("takes the time once in which a request waits for several answers, or for several places", () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  const watch = createStoreWatch({ stream: () => new Socket() });
  const passes = (ms: number) => {
    for (let at = 0; at < ms; at += 50) {
      watch.heard();
      vi.advanceTimersByTime(50);
    }
  };
  const cut: string[] = [];
  const patience = { ...newRequestPatience(10_000), room: 1_000 };
  const wait = (forPlace = false) => withPatience(patience, () => watch.wait(({ message }) => cut.push(message), forPlace));
  const ends = Array.from({ length: 8 }, () => wait());
  passes(2_000);
  const [last, ...first] = ends;
  for (const end of first) end();
  expect(patience.left).toBe(10_000);
  passes(1_000);
  last?.();
  expect(patience.left).toBe(7_000);

  const places = Array.from({ length: 4 }, () => wait(true));
  passes(900);
  for (const end of places) end();
  expect([patience.left, patience.room, cut]).toEqual([6_100, 100, []]);

  // One after the other they are added up: what is left is all that further waits have together.
  for (const _ of Array.from({ length: 3 })) {
    const end = wait();
    passes(2_000);
    end();
  }
  const [one, other] = [wait(), wait(true)];
  passes(100);
  expect(cut).toEqual([]);
  passes(50);
  expect(cut.toSorted()).toEqual(["No place became free in time.", "The store did not answer in time."]);
  one();
  other();
});
