import { expect, it } from "vitest";
import { fieldValueOf, postponeTimes } from "./postpone-times.ts";

const labelled = (now: Date) => Object.fromEntries(postponeTimes(now).map(({ label, at }) => [label, fieldValueOf(at)]));

it("offers moments to come in the viewer's zone, each once", () => {
  // A Wednesday at the end of a month.
  expect(labelled(new Date(2026, 8, 30, 23, 30))).toEqual({
    "In an hour": "2026-10-01T00:30",
    "Tomorrow at 9": "2026-10-01T09:00",
    "Monday at 9": "2026-10-05T09:00",
    "In a week": "2026-10-07T09:00",
  });
  for (const day of [4, 5]) {
    const times = labelled(new Date(2026, 9, day, 8));
    expect(Object.keys(times)).toEqual(["In an hour", "Tomorrow at 9", "In a week"]);
    expect(new Set(Object.values(times)).size).toBe(3);
  }
});
