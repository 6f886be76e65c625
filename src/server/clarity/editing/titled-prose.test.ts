import { expect, it } from "vitest";
import type { Step } from "#contract/clarity/step.ts";
import { withTitles } from "#contract/clarity/edit/titled-prose.ts";

const called = (titles: Record<string, string>) => Object.entries(titles).map(([id, title]) => ({ id, title }) as Step);

it("calls steps in prose as they are called after an edit", () => {
  const before = called({ a: "Check invoice", b: "Pay invoice", c: "File" });
  const after = called({ a: "Pay invoice", b: "Check invoice", c: "File" });
  const weaknesses = ["“Check invoice” has an open question."];
  const data = {
    summary: 'It starts with “Check invoice”, and "Pay invoice" ends it. “File” is next. Check invoice twice. “Pay” has 3 tasks.',
    swot: { strengths: [], weaknesses, opportunities: [], threats: [] },
  };
  const said = withTitles(data, before, after);
  expect(said.summary).toBe(
    'It starts with “Pay invoice”, and "Check invoice" ends it. “File” is next. Check invoice twice. “Pay” has 3 tasks.',
  );
  expect(said.swot.weaknesses).toEqual(["“Pay invoice” has an open question."]);
  expect(withTitles(data, before, before)).toBe(data);
});

it("keeps a title that two steps had and only one of them has left", () => {
  const data = { summary: "“Check” is done twice." };
  expect(withTitles(data, called({ a: "Check", b: "Check" }), called({ a: "Look", b: "Check" }))).toEqual(data);
  expect(withTitles(data, called({ a: "Check", b: "Check" }), called({ a: "Look", b: "Look" })).summary).toBe("“Look” is done twice.");
  expect(withTitles(data, called({ a: "Check" }), called({}))).toEqual(data);
});
