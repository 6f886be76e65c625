import { expect, it } from "vitest";
import type { QueryAnswer } from "#contract/dashboards/answers.ts";
import { marksIn } from "./revision-marks.ts";

const answer = { from: "2026-03-01T00:00:00Z", to: "2026-03-04T12:00:00Z" } as QueryAnswer;
const days = ["01", "02", "03", "04"].map((day) => ({ at: `2026-03-${day}T00:00:00Z`, rows: [] }));
const made = (number: number, at: string) => ({ id: String(number), number, at: `2026-03-${at}:00Z` });

it("marks the day from which on a revision is live at its start, so that no run of it is before the mark", () => {
  expect(marksIn(answer, days, [made(2, "04T11:59"), made(1, "01T00:00")])).toEqual([
    { at: 0, label: "Revision 1 live" },
    { at: 3, label: "Revision 2 live" },
  ]);
});

it("marks a day once, with the revision that stayed, and no day beyond the answer", () => {
  const several = [made(5, "04T12:00"), made(3, "02T18:00"), made(4, "02T09:00"), made(2, "02T08:00")];
  expect(marksIn(answer, days, several)).toEqual([{ at: 1, label: "Revision 3 live" }]);
});
