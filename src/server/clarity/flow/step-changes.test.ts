import { beforeEach, describe, expect, it } from "vitest";
import { changesWithLanes } from "#contract/clarity/flow/lane-changes.ts";
import { changesBetween, isSame, stepsInBoth, targetWords } from "#contract/clarity/flow/step-changes.ts";
import type { Step } from "#contract/clarity/step.ts";
import { beginRandom } from "#server/testing/seed.ts";
import { soundFlow, stepsOf, to } from "./made-flows.cases.ts";

beforeEach(() => beginRandom("changes"));

const base = stepsOf("s event start > a", "a task user Clerk > b", "b task user Clerk > e", "e event end");
const named = (id: string, more: Partial<Step>) => base.map((step) => (step.id === id ? ({ ...step, ...more } as Step) : step));

describe("changes between two versions", () => {
  it("are none where the versions say the same", () => {
    const steps = soundFlow(30);
    expect(changesBetween(steps, structuredClone(steps).toReversed())).toEqual([]);
    expect(changesBetween(base, named("a", { readiness: null }))).toEqual([]);
    expect([isSame({ a: 1, b: [2] }, { b: [2], a: 1 }), isSame([1, 2], [2, 1]), isSame({ a: 1 }, { b: 1 }), isSame([], {})]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it("name the field, and what it was", () => {
    expect(changesBetween(base, named("a", { role: "Owner", title: "Check" }))).toEqual([
      {
        kind: "changed",
        stepId: "a",
        title: "Check",
        fields: [
          { field: "title", before: "a", after: "Check" },
          { field: "role", before: "Clerk", after: "Owner" },
        ],
      },
    ]);
  });

  it("tell steps that were added and removed, where they stand", () => {
    const without = [...named("a", { targetSteps: [to("c")] }).filter(({ id }) => id !== "b"), ...stepsOf("c > e")];
    expect(changesBetween(base, without).map(({ kind, stepId }) => `${kind} ${stepId}`)).toEqual(["changed a", "removed b", "added c"]);
  });

  it("tell the lane of a step that has no role itself and moves with the step before it", () => {
    const told = (before: readonly Step[], after: readonly Step[]) =>
      changesWithLanes(before, after).map((change) => [change.stepId, change.kind === "changed" ? change.fields : change.kind]);
    const role = { field: "role", before: "Clerk", after: "Owner" };
    expect(told(base, base)).toEqual([]);
    expect(told(base, named("b", { role: "Owner" }))).toEqual([
      ["b", [role]],
      ["e", [{ ...role, field: "lane" }]],
    ]);
    expect(changesWithLanes(base, named("b", { role: "Owner" }), { tasksOnly: true }).map(({ stepId }) => stepId)).toEqual(["b"]);
    expect(told(named("b", { role: null }), named("b", { role: "Owner" }))[0]).toEqual([
      "b",
      [
        { ...role, before: null },
        { ...role, field: "lane" },
      ],
    ]);
  });

  it("of two people meet where both touch a step", () => {
    expect(stepsInBoth(base, named("a", { title: "x" }), named("a", { role: "Owner" }))).toEqual(["a"]);
    expect(stepsInBoth(base, named("a", { title: "x" }), named("b", { title: "y" }))).toEqual([]);
  });

  it("have words for where a step leads", () => {
    expect(targetWords([to("a", "Yes"), to("z")], new Map([["a", "Book"]]))).toBe("to Book (Yes), to z");
  });
});
