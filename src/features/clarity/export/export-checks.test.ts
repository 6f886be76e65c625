import { expect, it } from "vitest";
import type { Step } from "#contract/clarity/step.ts";
import { exportChecks } from "./export-checks.ts";

const shared = {
  action: null,
  role: null,
  system: null,
  input: null,
  output: null,
  exception: null,
  handling: null,
  assumptions: null,
  openQuestions: null,
  confidence: "medium",
  condition: null,
  description: "As told",
  rationale: "As told",
} as const;
const to = (stepId: string) => [{ stepId, label: null, isDefault: false }];
const start: Step = {
  ...shared,
  sources: [],
  id: "start",
  nodeType: "event",
  nodeSubtype: "start",
  title: "Start",
  targetSteps: to("check"),
};
const check: Step = { ...shared, sources: [], id: "check", nodeType: "task", nodeSubtype: "user", title: "Check", targetSteps: to("end") };
const end: Step = { ...shared, sources: [], id: "end", nodeType: "event", nodeSubtype: "end", title: "End", targetSteps: [] };
const told = (steps: readonly Step[], more: { roles?: readonly string[]; taken?: string } = {}) =>
  exportChecks({ steps, roles: more.roles, taken: more.taken }).map(({ level, title, stepId }) => [level, title, stepId]);

it("says problems first, each at its step, then what to look at, then what holds", () => {
  expect(
    told([start, { ...check, role: "Clerk", openQuestions: ["Who else?"], targetSteps: [] }, end], { roles: ["Boss"], taken: "x" }),
  ).toEqual([
    ["problem", "2 Check", "check"],
    ["question", "3 End", "end"],
    ["question", "Clerk", "start"],
    ["question", "File name is taken", undefined],
    ["question", "Open questions", "check"],
    ["fine", "Steps and flows", undefined],
    ["fine", "Lanes and drawing", undefined],
  ]);
});

it("has nothing to ask about a sound process whose roles have people", () => {
  const levels = exportChecks({ steps: [start, { ...check, role: "Clerk", system: "Ledger" }, end], roles: ["clerk"], taken: undefined });
  expect(levels.map(({ level }) => level)).toEqual(["fine", "fine", "fine", "fine"]);
  expect(levels[0]?.reason).toBe("Stays here: system of 1 step");
});

it("names a task that nobody does, and a step that nothing leads to", () => {
  expect(told([start, check, end])[0]).toEqual(["question", "2 Check", "check"]);
  const alone: Step = { ...end, id: "alone", title: "Alone" };
  expect(told([start, check, end, alone])[0]).toEqual(["problem", "4 Alone", "alone"]);
});
