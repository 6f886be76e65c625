import { beforeEach, expect, it } from "vitest";
import { dismissToast, toasts } from "./toast.ts";
import { onceSettled, settlesIn } from "./settling.ts";

// Files of tests share what they import.
beforeEach(() => {
  for (const { id } of toasts.current()) dismissToast(id);
});

it("waits for a moment in sight where no key was pressed", () => {
  expect(settlesIn(1000, 1000, Number.NEGATIVE_INFINITY)).toBe(400);
  expect(settlesIn(1400, 1000, Number.NEGATIVE_INFINITY)).toBe(0);
});

it("never settles between two keys of somebody who types, and does once they have stopped", () => {
  for (let key = 0; key < 5000; key += 60) expect(settlesIn(1000 + key + 59, 1000, 1000 + key)).toBeGreaterThan(0);
  expect(settlesIn(6699, 1000, 6000)).toBe(1);
  expect(settlesIn(6700, 1000, 6000)).toBe(0);
});

it("says once that presses which came early decided nothing", () => {
  let decided = 0;
  const press = (settled: boolean) => onceSettled(settled, () => (decided += 1));
  press(false);
  press(false);
  expect(decided).toBe(0);
  expect(toasts.current().map(({ text }) => text)).toEqual([expect.stringMatching(/^Ignored: this item just opened/)]);
  press(true);
  expect(decided).toBe(1);
});
