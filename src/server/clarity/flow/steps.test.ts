import { describe, expect, it } from "vitest";
import { drawnFlow } from "#contract/clarity/flow/drawn-flow.ts";
import { laneOrder, lanesOf, modeOf } from "#contract/clarity/flow/lanes.ts";
import { faultsOf } from "#contract/clarity/flow/step-faults.ts";
import { Step, Steps } from "#contract/clarity/step.ts";
import { stepOf, stepsOf, to } from "./made-flows.cases.ts";

const flow = stepsOf(
  "start event start > record",
  "record task user Clerk > match",
  "match gateway exclusive > approve yes, ask no *",
  "approve task user Owner > ok",
  "ok gateway exclusive > pay yes, ask no *",
  "pay task service the service > paid",
  "ask task send Clerk > back",
  "paid event end",
  "back event end",
);
const messages = (...lines: string[]) => faultsOf(stepsOf(...lines)).map(({ path, message }) => `${path.join(".")}: ${message}`);

describe("steps", () => {
  it("are of three closed kinds", () => {
    for (const step of flow) expect(Step.safeParse(step).error, step.id).toBeUndefined();
    expect([flow, []].map((steps) => Steps.safeParse(steps).success)).toEqual([true, false]);
    const refused = (more: object) => Step.safeParse({ ...stepOf("a", "task", "user"), ...more }).success;
    expect([refused({}), refused({ colour: "red" }), refused({ sources: [] }), refused({ nodeSubtype: "parallel" })]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(
      refused({ sources: [{ attribution: "A", excerpt: "b", locator: { type: "document_text_range", startOffset: 4, endOffset: 4 } }] }),
    ).toBe(false);
    expect(Step.safeParse({ ...stepOf("g", "gateway", "exclusive"), condition: null }).success).toBe(false);
  });

  it("are refused where they are no flow", () => {
    expect(faultsOf(flow)).toEqual([]);
    expect(messages("s event start > a", "a > b", "a > e", "e event end")).toEqual([
      "2.id: Another step has the id a",
      "1.targetSteps.0.stepId: No step has the id b",
    ]);
    expect(messages("a > e", "e event end > a")).toEqual([": Add a start event", "1.targetSteps: An end leads to no other step"]);
    expect(messages("s event start > g", "g gateway exclusive > e x *", "e event end")).toEqual([
      "1.targetSteps: A choice needs two or more flows",
    ]);
    expect(messages("s event start > g", "g gateway inclusive > e x, e y", "e event end")).toEqual([
      "1.targetSteps: Mark one flow of a choice as the default",
    ]);
    expect(messages("s event start > e *", "e event end")).toEqual(["0.targetSteps: Only a choice has a default flow"]);
    expect(messages("s event start > g", "g gateway parallel > e", "e event end")).toEqual([]);
  });

  it("draw a join where flows meet, and none is a step", () => {
    const { nodes, edges } = drawnFlow(flow);
    expect(nodes.flatMap(({ id, step }) => (step ? [] : [id]))).toEqual(["join-ask"]);
    expect(edges.filter((edge) => edge.to === "join-ask").map(({ from }) => from)).toEqual(["match", "ok"]);
    expect(edges.filter(({ from }) => from === "join-ask").map((edge) => edge.to)).toEqual(["ask"]);
  });

  it("draw a join before a parallel one for each branch with several ways", () => {
    const { nodes, edges } = drawnFlow(
      stepsOf(
        "s event start > p",
        "p gateway parallel > g, c",
        "g gateway exclusive > a x, b y *",
        "a > j",
        "b > j",
        "c > j",
        "j gateway parallel > e",
        "e event end",
        "join-j > e",
      ),
    );
    expect(nodes.flatMap(({ id, step }) => (step ? [] : [id]))).toEqual(["join-j-2", "join-e"]);
    expect(edges.filter((edge) => edge.to === "j").map(({ from }) => from)).toEqual(["c", "join-j-2"]);
  });

  it("without a role are in the lane of the step before, and at the start of the step after", () => {
    const lanes = lanesOf(flow);
    expect(Object.fromEntries(lanes)).toMatchObject({ start: "Clerk", match: "Clerk", ok: "Owner", paid: "the service", back: "Clerk" });
    expect(laneOrder(flow, lanes)).toEqual(["Clerk", "Owner", "the service"]);
    expect([...lanesOf([stepOf("s", "event", "start", { targetSteps: [to("s")] })])]).toEqual([["s", null]]);
  });

  it("have a mode by their type and role", () => {
    const lanes = lanesOf(flow);
    const mode = (id: string) => flow.filter((step) => step.id === id).map((step) => modeOf(step, lanes.get(id)))[0];
    expect([mode("record"), mode("pay"), mode("ask"), mode("match"), mode("start")]).toEqual(["person", "agent", "outside", null, null]);
    expect(modeOf(stepOf("m", "task", "manual", { role: "the service" }))).toBe("outside");
  });
});
