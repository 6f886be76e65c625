import { expect, it } from "vitest";
import { compareFigures } from "./compared-figures.ts";

const row = (...values: (number | null)[]) => ({ values });
const changes = (now: ReturnType<typeof row>, before?: ReturnType<typeof row>) =>
  compareFigures(now, before, true).map(({ value, change, worse }) => [value, change, worse]);

it("stands beside the former revision, and only what is clearly worse is red", () => {
  expect(changes(row(434, 0.935, 14_000, 126_000, 434 * 6540), row(623, 0.979, 17_000, 93_000, 623 * 7120))).toEqual([
    ["434", undefined, false],
    ["93.5%", "−4.4 pts", true],
    ["14s", "−3s", false],
    ["2m 6s", "+33s", true],
    ["6,540", "−8%", false],
  ]);
});

it("calls nothing worse that too few runs say, and compares with nothing where nothing was before", () => {
  expect(changes(row(19, 0.5, 1_000, 90_000, 0), row(600, 1, 1_000, 1_000, 0)).some(([, , worse]) => worse)).toBe(false);
  expect(compareFigures(row(3, null, null, null, 0), undefined, false).map(({ value, former }) => [value, former])).toEqual([
    ["3", undefined],
    ["–", undefined],
    ["–", undefined],
    ["–", undefined],
  ]);
});

it("says what rubrics say where they said anything, and how many runs failed one", () => {
  const passedOf = (now: ReturnType<typeof row>, before?: ReturnType<typeof row>) =>
    compareFigures(now, before, false).find(({ name }) => name === "Passed evaluation");
  const [now, then] = [row(40, 1, 1_000, 1_000, 0, 0.8, 8), row(30, 1, 1_000, 1_000, 0, 0.9, 3)];
  expect(passedOf(now, then)).toEqual({
    name: "Passed evaluation",
    value: "80.0%",
    former: "90.0%",
    change: "−10 pts",
    worse: true,
    failed: [8, 3],
  });
  expect(passedOf(row(40, 1, 1_000, 1_000, 0, null, 0), then)).toMatchObject({ value: "–", former: "90.0%", worse: false });
  expect(passedOf(row(40, 1, 1_000, 1_000, 0, null, 0), row(0, null, null, null, 0))).toBeUndefined();
});
