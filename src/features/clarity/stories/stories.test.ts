import { expect, it } from "vitest";
import { witnessesOf } from "./stories.ts";

const story = (id: string, person: string | null, { stops = false, checked = true } = {}) => ({
  capture: { id },
  replay: { person, checked, ...(stops && { stop: { index: 0, stepId: null, evidenceIds: [], expected: [] } }) },
});

it("counts who told it, not how many stories they told", () => {
  const answers = [story("interview", "Guest"), story("interview", "Guest"), story("handbook", null)];
  expect(witnessesOf(answers)).toEqual({ agree: 2, stopped: 0, unknown: 0 });
  expect(witnessesOf([...answers, story("interview", "Guest", { stops: true })])).toEqual({ agree: 1, stopped: 1, unknown: 0 });
  expect(witnessesOf([...answers, story("talk", "Clerk", { checked: false })])).toEqual({ agree: 2, stopped: 0, unknown: 1 });
});
