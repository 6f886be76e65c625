import { beforeEach, describe, expect, it } from "vitest";
import { readNotation } from "#contract/clarity/notation/read-notation.ts";
import { citedLine } from "#contract/clarity/replay/cited-line.ts";
import { replayOn, replayTelling, type StoryReplay } from "#contract/clarity/replay/replay-story.ts";
import type { Step } from "#contract/clarity/step.ts";
import { stepsOf } from "#server/clarity/flow/made-flows.cases.ts";
import { beginRandom } from "#server/testing/seed.ts";
import { madeLines, unitsOf } from "./made-captures.cases.ts";
import { madeTree, storyOf } from "./made-trees.cases.ts";
import { mineProcess } from "./mine-process.ts";
import { treeSteps } from "./tree-steps.ts";

beforeEach(() => beginRandom("replay"));

const storyWith = (...titles: string[]) => ({
  captureId: "c",
  person: null,
  after: [],
  steps: titles.map((title) => ({ kind: "task" as const, title, role: null, system: null, evidenceIds: [], when: [] })),
});
const told = (steps: readonly Step[], ...titles: string[]) => replayOn(steps)(storyWith(...titles));
const said = ({ line, stop }: StoryReplay) =>
  [
    line.map(({ stepId, outOfOrder }) => `${stepId}${outOfOrder ? "!" : ""}`).join(" "),
    stop && `${stop.index} of ${stop.stepId}, not ${stop.expected.join()}`,
  ].join(" | ");

const flow = stepsOf(
  "start event start > record",
  "record > match",
  "match > ok",
  "ok gateway exclusive > approve yes, ask no *",
  "approve > both",
  "both gateway parallel > book, pay",
  "book > join",
  "pay > join",
  "join gateway parallel > paid",
  "ask > match",
  "paid event end",
);

describe("a story", () => {
  it("runs through choices, loops, and branches in any order", () => {
    expect(said(told(flow, "record", "match", "approve", "pay", "book"))).toBe("record match approve pay book | ");
    expect(said(told(flow, "record", "match", "ask", "match", "ask", "match", "approve", "book", "pay"))).toContain("approve book pay | ");
  });

  it("may start and stop anywhere", () => {
    expect(told(flow, "approve", "book").stop).toBeUndefined();
    expect(told(flow, "book").stop).toBeUndefined();
    expect(told(flow).stop).toBeUndefined();
    const { steps } = storyWith("approve", "book");
    const from = { kind: "start" as const, title: "start", role: null, system: null, evidenceIds: [], when: [] };
    expect(replayOn(flow)({ ...storyWith(), steps: [from, ...steps] }).stop).toMatchObject({
      index: 1,
      stepId: "approve",
      expected: ["record"],
    });
  });

  it("stops at what the flow has in another order, or does not have", () => {
    expect(said(told(flow, "record", "approve", "match", "book"))).toBe("record approve! match! book | 1 of approve, not match");
    expect(said(told(flow, "record", "match", "book"))).toBe("record match book | 2 of book, not approve,ask");
    expect(said(told(flow, "record", "stamp"))).toBe("record null | 1 of null, not match");
    expect(said(told(flow, "pay", "book", "pay"))).toBe("pay book pay | 2 of pay, not ");
  });

  it("is known by its evidence where a step has another title, and by its title where several cite one message", () => {
    const [first, ...others] = stepsOf("s event start > a", "a > b", "b > e", "e event end");
    const steps = [
      first,
      ...others.map((step) => ({ ...step, sources: [{ attribution: "Buyer", excerpt: "x", evidenceId: "m" }] })),
    ] as Step[];
    const story = (...titles: string[]) => ({
      ...storyWith(),
      steps: storyWith(...titles).steps.map((step) => ({ ...step, evidenceIds: ["m"] })),
    });
    expect(said(replayOn(steps)(story("a", "b")))).toBe("a b | ");
    expect(said(replayOn(steps)(story("b", "a")))).toBe("b! a! | 1 of a, not ");
    expect(said(replayOn(steps)(story("Alpha", "Beta")))).toBe("a b | ");
  });

  it("gives no answer where there are too many states", () => {
    const branches = Array.from({ length: 14 }, (_, i) => `b${i} > j`);
    const wide = stepsOf(
      "s event start > p",
      `p gateway parallel > ${branches.map((_, i) => `b${i}`).join()}`,
      ...branches,
      "j gateway parallel > z",
      "z > e",
      "e event end",
    );
    expect(told(wide, "nothing like it")).toMatchObject({ checked: false });
    expect(told(wide, "b3", "b1").checked).toBe(true);
  });

  it("of a tree runs through the steps of the tree", () => {
    const words = { start: { title: null, evidenceIds: [] }, activities: new Map(), sources: () => [] };
    for (let i = 0; i < 40; i++) {
      const tree = madeTree(3 + (i % 12));
      const replay = replayOn(treeSteps(tree, words).steps);
      for (let j = 0; j < 5; j++) expect(replay(storyWith(...storyOf(tree))).stop).toBeUndefined();
    }
  });

  it("of a witness runs through what was mined, unless it was dropped or is in question", () => {
    let whole = 0;
    for (let i = 0; i < 150; i++) {
      const units = [1, 2].slice(0, 1 + (i % 2)).map((n) => unitsOf(`c${n}`, ...madeLines(3 + (i % 12))));
      const tellings = units.flatMap((each) => readNotation(each).tellings);
      const { steps, dropped, contradictions } = mineProcess(tellings, units.flat());
      if (steps.length === 0 || contradictions.length > 0) continue;
      const replay = replayOn(steps);
      for (const story of tellings.flatMap(({ stories }) => stories)) {
        if (dropped.includes(story)) continue;
        whole++;
        expect(
          replay(story).stop,
          `${units
            .flat()
            .map(({ text }) => text)
            .join("\n")}\n${story.steps.map(({ title }) => title).join()}`,
        ).toBeUndefined();
      }
    }
    expect(whole).toBeGreaterThan(100);
  });

  it("has a line for each witness, as the screen shows it", () => {
    const captures = [
      unitsOf("a", "start: received", "1. Clerk: record", "2. Clerk: match", "3. Owner: approve", "4. Clerk: book", "5. Treasury: pay"),
      unitsOf("b", "Treasury> 1. Clerk: match", "Treasury> 2. Owner: approve", "Treasury> 3. Clerk: book", "Treasury> 4. Treasury: pay"),
      unitsOf(
        "c",
        "Buyer> start: received",
        "Buyer> 1. Clerk: record",
        "Buyer> 2. Owner: approve",
        "Buyer> 3. Clerk: match",
        "Buyer> 4. Clerk: book",
      ),
    ];
    const tellings = captures.flatMap((units) => readNotation(units).tellings);
    const { steps } = mineProcess(tellings, captures.flat());
    const replay = replayOn(steps);
    const lines = tellings.map((telling) => replayTelling(replay, telling));
    expect(lines.map((line) => line && [line.person, Boolean(line.stop)])).toEqual([
      [null, false],
      ["Treasury", false],
      ["Buyer", true],
    ]);
    expect(lines[2]?.stop).toEqual({ index: 2, stepId: "step-approve", evidenceIds: ["c:2"], expected: ["step-match"] });
    expect(lines[2]?.line.map(({ outOfOrder }) => outOfOrder)).toEqual([false, false, true, true, false]);
    expect(replayTelling(replay, { captureId: "a", person: null, stories: [], together: [] })).toBeUndefined();
  });

  it("that goes back as the flow does is in its order", () => {
    const units = unitsOf("a", "1. Clerk: check", "2. Clerk: file", "if wrong: go to 1", "end: done");
    const { tellings } = readNotation(units);
    const { steps } = mineProcess(tellings, units);
    const lines = tellings.map((telling) => replayTelling(replayOn(steps), telling));
    expect(lines.map((line) => line && said(line))).toEqual(["step-check step-file step-check step-file end-done | "]);
  });

  it("in a person's own words is a line by what its steps cite", () => {
    const citing = (...ordinals: Record<string, number>[]) =>
      flow.map((step) => {
        const sources = ordinals.flatMap(({ [step.id]: at }) =>
          at === undefined ? [] : { attribution: "Buyer", excerpt: "x", evidenceId: `c:${at}` },
        );
        return { ...step, sources };
      });
    const units = unitsOf("c", ..."12345678");
    const line = (...ordinals: Record<string, number>[]) => said(citedLine(citing(...ordinals), "c", units));
    expect(line({ record: 0, match: 1, ok: 2, approve: 3, ask: 4 })).toBe("record match approve ask | ");
    expect(line({ record: 0, approve: 1, match: 2, pay: 3 })).toBe("record approve! match! pay | 1 of approve, not match");
    expect(line({ record: 4, book: 2, paid: 6 })).toBe("book! record! paid | 0 of book, not record");
    expect(line({ book: 9 })).toBe(" | ");
    expect(citedLine(citing({ book: 1 }), "d", units).line).toEqual([]);
  });
});
