import { describe, expect, it } from "vitest";
import { findingsOf } from "#contract/clarity/flow/findings.ts";
import { faultsOf } from "#contract/clarity/flow/step-faults.ts";
import { printedNotation } from "#contract/clarity/notation/printed-notation.ts";
import { readNotation } from "#contract/clarity/notation/read-notation.ts";
import { orderQuestionsOf, readOrderQuestion } from "#contract/clarity/order-question.ts";
import { type Step, Steps } from "#contract/clarity/step.ts";
import { beginRandom, random } from "#server/testing/seed.ts";
import { madeLines, unitsOf } from "./made-captures.cases.ts";
import { mineProcess } from "./mine-process.ts";

const [c1, c2, c3] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [string, string, string];

function mined(...captures: (readonly [id: string, lines: readonly string[]])[]) {
  const units = captures.flatMap(([id, lines]) => unitsOf(id, ...lines));
  const tellings = captures.flatMap(([id, lines]) => readNotation(unitsOf(id, ...lines)).tellings);
  const process = mineProcess(tellings, units, new Map([[c1, "Handbook.pdf"]]));
  if (process.steps.length > 0) {
    expect(Steps.safeParse(process.steps).error, JSON.stringify(process.steps)).toBeUndefined();
    expect(faultsOf(process.steps)).toEqual([]);
    expect(findingsOf(process.steps).filter(({ code }) => code !== "too_many_steps")).toEqual([]);
  }
  return process;
}
const lines = (steps: readonly Step[]) =>
  steps.map(({ title, targetSteps }) => {
    const number = (id: string) => steps.findIndex((step) => step.id === id);
    return `${title}${targetSteps.map(({ stepId, label, isDefault }) => ` > ${number(stepId)}${label ? ` ${label}` : ""}${isDefault ? " *" : ""}`).join(",")}`;
  });
const stepCalled = (steps: readonly Step[], title: string) => steps.find((step) => step.title === title);

describe("a process that is mined", () => {
  it("is drawn from the printed example, with its questions, labels, branches and ends", () => {
    const { steps } = mined([c1, printedNotation.example]);
    expect(lines(steps)).toEqual([
      "invoice received > 1",
      "Record invoice > 2",
      "Match invoice to order > 3",
      "Something is missing? > 4 Yes, > 5 Otherwise *",
      "Ask supplier > 1",
      "At the same time > 6, > 7",
      "Approve invoice > 8",
      "Reserve money > 8",
      "All done > 9",
      "Pay invoice > 10",
      "Invoice paid",
    ]);
    expect(stepCalled(steps, "Match invoice to order")).toMatchObject({
      id: "step-match-invoice-to-order",
      role: "Clerk",
      system: "Ledger",
      confidence: "medium",
      sources: [
        {
          attribution: "Handbook.pdf",
          excerpt: printedNotation.example[2],
          captureId: c1,
          evidenceId: `${c1}:2`,
          resolutionStatus: "resolved",
        },
      ],
    });
    expect(stepCalled(steps, "Something is missing?")).toMatchObject({
      condition: "something is missing",
      sources: [{ evidenceId: `${c1}:3` }, { evidenceId: `${c1}:5` }],
    });
  });

  it("labels several ways, a way that skips, and asks where none says when", () => {
    const cases = ["1. A: sort", "if red: B: paint", "if blue: C: dye", "otherwise: go to 3", "2. A: dry", "3. A: pack"];
    expect(lines(mined([c1, cases]).steps)).toEqual([
      "Start > 1",
      "Sort > 2",
      "Which of these is it? > 3 red, > 4 blue, > 6 Otherwise *",
      "Paint > 5",
      "Dye > 5",
      "Dry > 6",
      "Pack > 7",
      "End",
    ]);
    const { steps } = mined([c1, ["1. A: sort", "2. A: dry", "3. A: pack"]], [c2, ["1. A: sort", "2. A: pack"]]);
    const gateway = steps.find(({ nodeType }) => nodeType === "gateway");
    expect(gateway).toMatchObject({
      title: "What comes next?",
      confidence: "low",
      openQuestions: ["When is “Dry” done, and when is it left out?"],
    });
    expect(lines(steps).slice(1, 4)).toEqual(["Sort > 2", "What comes next? > 3 Dry, > 4 Otherwise *", "Dry > 4"]);
  });

  it("says how many captures tell a step, and asks where they differ about who and where", () => {
    const { steps, captures, seen, seenFlows } = mined(
      [c1, ["1. Clerk: check the invoice in Ledger", "2. Owner: pay"]],
      [c2, ["1. Clerk: Check invoice in Ledger", "2. Treasury: pay", "3. ?: file"]],
      [c3, ["1. Clerk: check invoice in Sheets", "2. Owner: pay"]],
    );
    const id = (title: string) => stepCalled(steps, title)?.id;
    expect(captures).toBe(3);
    expect(seen).toContainEqual({ stepId: id("Check invoice"), captures: 3 });
    expect(seen).toContainEqual({ stepId: id("File"), captures: 1 });
    expect(seenFlows).toContainEqual({ from: id("Pay"), to: id("File"), captures: 1 });
    expect(stepCalled(steps, "Check invoice")).toMatchObject({
      confidence: "high",
      openQuestions: ["Where is “Check invoice” done: Ledger or Sheets?"],
    });
    expect(stepCalled(steps, "Pay")).toMatchObject({ role: "Owner", openQuestions: ["Who does “Pay”: Owner or Treasury?"] });
    expect(stepCalled(steps, "File")).toMatchObject({ confidence: "medium", role: null, openQuestions: ["Who does “File”?"] });
  });

  it("asks about what witnesses tell in different orders, and draws what most say", () => {
    const { steps, contradictions } = mined(
      [c1, ["start: invoice received", "1. Clerk: record", "2. Clerk: match", "3. Owner: approve", "4. Clerk: book", "5. Treasury: pay"]],
      [c2, ["Treasury> 1. Clerk: match", "Treasury> 2. Owner: approve", "Treasury> 3. Clerk: book", "Treasury> 4. Treasury: pay"]],
      [
        c3,
        [
          "Buyer> start: invoice received",
          "Buyer> 1. Clerk: record",
          "Buyer> 2. Owner: approve",
          "Buyer> 3. Clerk: match",
          "Buyer> 4. Clerk: book",
          "Buyer> 5. Clerk: close",
        ],
      ],
    );
    expect(lines(steps).slice(0, 5)).toEqual(["invoice received > 1", "Record > 2", "Match > 3", "Approve > 4", "Book > 5"]);
    const [match, approve] = ["Match", "Approve"].map((title) => stepCalled(steps, title));
    expect(contradictions).toEqual([
      {
        firstStepId: match?.id,
        secondStepId: approve?.id,
        question: match?.openQuestions?.[0],
        beforeEvidenceIds: [`${c1}:2`, `${c1}:3`, `${c2}:0`, `${c2}:1`],
        afterEvidenceIds: [`${c3}:2`, `${c3}:3`],
      },
    ]);
    expect(orderQuestionsOf(steps)).toMatchObject([
      {
        question: "Is “Match” done before “Approve”, or after?",
        before: contradictions[0]?.beforeEvidenceIds,
        after: contradictions[0]?.afterEvidenceIds,
        stepIds: [match?.id, approve?.id],
      },
    ]);
    expect(readOrderQuestion("Is it late?")).toBeUndefined();
    expect(match?.assumptions).toEqual(["Treasury starts here. What others tell before is taken as coming before."]);
    expect(steps.some(({ nodeSubtype }) => nodeSubtype === "parallel")).toBe(false);
  });

  it("asks about two activities in different orders that are never neighbors", () => {
    const { contradictions } = mined([c1, ["1. A: one", "2. A: two", "3. A: three"]], [c2, ["1. A: three", "2. A: four", "3. A: one"]]);
    expect(contradictions.map(({ firstStepId, secondStepId }) => [firstStepId, secondStepId])).toEqual([["step-one", "step-three"]]);
  });

  it("draws no question where a witness tells both orders, or that both run together", () => {
    const both = mined(
      [c1, ["1. A: one", "2. A: two", "1. A: two", "2. A: one"]],
      [c2, ["1. A: two", "2. A: one"]],
      [c3, ["1. A: one", "2. A: two"]],
    );
    expect(both.contradictions).toEqual([]);
    expect(both.steps.filter(({ nodeSubtype }) => nodeSubtype === "parallel")).toHaveLength(2);
    const together = mined([c1, ["1. A: one", "at the same time: B: two"]], [c2, ["1. B: two", "2. A: one"]]);
    expect(together.contradictions).toEqual([]);
    expect(together.steps.filter(({ nodeSubtype }) => nodeSubtype === "parallel")).toHaveLength(2);
  });

  it("never draws branches at the same time from witnesses who each tell one order", () => {
    const orders = [
      ["a", "b", "c", "d"],
      ["b", "c", "a", "d"],
      ["c", "a", "b", "d"],
      ["d", "c", "b", "a"],
    ];
    for (let n = 2; n <= orders.length; n++) {
      const captures = orders
        .slice(0, n)
        .map((order, i) => [`${c1.slice(0, -1)}${i}`, order.map((what, j) => `${j + 1}. A: ${what}`)] as const);
      const { steps, contradictions } = mined(...captures);
      expect(steps.some(({ nodeSubtype }) => nodeSubtype === "parallel")).toBe(false);
      expect(contradictions.length).toBeGreaterThan(0);
      expect(steps.filter(({ nodeType }) => nodeType === "task")).toHaveLength(4);
    }
  });

  it("never draws them from any orders of any steps", () => {
    beginRandom("orders");
    for (let i = 0; i < 120; i++) {
      const order = () => ["a", "b", "c", "d", "e", "f"].filter(() => random() < 0.7).toSorted(() => random() - 0.5);
      const captures = [c1, c2, c3].slice(0, 2 + (i % 2)).map((id) => [id, order().map((what, j) => `${j + 1}. A: ${what}`)] as const);
      expect(
        mined(...captures).steps.some(({ nodeSubtype }) => nodeSubtype === "parallel"),
        JSON.stringify(captures),
      ).toBe(false);
    }
  });

  it("is not made of more activities than a process can have", () => {
    const steps = Array.from({ length: 251 }, (_, i) => `${i + 1}. A: step ${i}`);
    expect(mined([c1, steps])).toMatchObject({ steps: [], tooMany: 251 });
    expect(mined([c1, steps.slice(1)]).steps).toHaveLength(252);
  });

  it("has as many branches at the same time as are told", () => {
    const branches = Array.from({ length: 99 }, (_, i) => `at the same time: B: more ${i}`);
    const { steps, dropped } = mined(
      [c1, ["1. A: one", ...branches, "2. A: two"]],
      [c2, ["1. A: one", ...branches.slice(50), "2. A: two"]],
    );
    expect(dropped).toEqual([]);
    expect(steps.find(({ nodeSubtype }) => nodeSubtype === "parallel")?.targetSteps).toHaveLength(100);
  });

  it("has a story in the order in which it is told, where only a dropped one tells another order", () => {
    const { steps, dropped, contradictions } = mined(
      [c1, ["if lost: end: returned", "1. Owner: pay", "2. Clerk: book", "3. Clerk: match"]],
      [c2, ["1. Clerk: match", "at the same time: ?: ask supplier", "2. Owner: pay", "if lost: end: returned", "3. Owner: book"]],
    );
    expect(dropped.map(({ steps: told }) => told.map(({ title }) => title).join())).toContain("pay,book,match");
    expect(contradictions).toEqual([]);
    const place = (title: string) => steps.findIndex((step) => step.title === title);
    expect(place("Match")).toBeGreaterThan(0);
    expect(place("Match")).toBeLessThan(place("Pay"));
  });

  it("keeps a story of each telling where there are too many to mine all", () => {
    const choices = Array.from({ length: 60 }, (_, i) => [
      `${i + 1}. A: step ${i}`,
      ...(i < 30 ? [`if ${i} is so: B: more ${i}`] : []),
    ]).flat();
    const ids = Array.from({ length: 12 }, (_, i) => `00000000-0000-4000-8000-0000000001${String(i).padStart(2, "0")}`);
    const { steps, captures } = mined(...ids.map((id, i) => [id, [...choices, `61. A: last ${i}`]] as const));
    expect(captures).toBe(12);
    expect(steps.filter(({ title }) => title.startsWith("Last "))).toHaveLength(12);
  });

  it("takes the same words with two roles in one story for two steps", () => {
    const { steps } = mined([c1, ["1. Clerk: sign", "2. Owner: sign"]]);
    expect(steps.filter(({ title }) => title === "Sign").map(({ id, role }) => [id, role])).toEqual([
      ["step-sign", "Clerk"],
      ["step-sign-2", "Owner"],
    ]);
  });

  it("is empty where nothing was told, and the same for the same captures", () => {
    expect(mined([c1, ["Hello"]])).toMatchObject({ steps: [], captures: 0 });
    expect(mined([c1, printedNotation.example])).toEqual(mined([c1, printedNotation.example]));
  });

  it("is sound where steps repeat in ways that have no tree", () => {
    const { steps } = mined([c1, ["1. A: c", "2. A: b", "3. A: a", "4. A: b", "5. A: c", "6. A: a", "end"]]);
    expect(steps.map(({ title }) => title)).toEqual(["Start", "C", "B", "A", "B", "C", "A", "End"]);
  });

  it("is sound and within its limits whatever lines there are", () => {
    beginRandom("lines");
    for (let i = 0; i < 150; i++) mined(...[c1, c2, c3].slice(0, 1 + (i % 3)).map((id) => [id, madeLines(3 + (i % 14))] as const));
  });
});
