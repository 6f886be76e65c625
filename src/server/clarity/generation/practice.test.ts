import { describe, expect, it } from "vitest";
import { orderQuestionsOf } from "#contract/clarity/order-question.ts";
import { printedNotation } from "#contract/clarity/notation/printed-notation.ts";
import type { CitedUnit } from "#server/clarity/snapshots/evidence.store.ts";
import { readFlow } from "./flow.ts";
import { summarizeByCounting } from "./practice-summary.ts";
import { writeByRules } from "./practice-writer.ts";
import { withSecondOpinion } from "./second-opinion.ts";
import { describedSteps } from "./summary.ts";

const uuid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;

/** Captures as a model is told of them, and their units as they are stored. */
function told(...captures: string[][]) {
  const units = captures.flatMap((lines, c) =>
    lines.map((text, ordinal): [string, CitedUnit] => [
      `c${c + 1}.${ordinal + 1}`,
      {
        id: `${uuid(c)}:${ordinal}`,
        ordinal,
        text,
        person: null,
        captureId: uuid(c),
        captureName: `Capture ${c + 1}`,
        locator: { type: "transcript_message", messageIndex: ordinal },
      },
    ]),
  );
  const workspace = captures.map((lines, c) => ({
    id: `c${c + 1}`,
    name: `Capture ${c + 1}`,
    units: lines.map((text, i) => [`c${c + 1}.${i + 1}`, null, text] as const),
  }));
  return { workspace, units: new Map(units) };
}

const apart = told(
  ["1. Clerk: record", "2. Clerk: match", "3. Owner: approve", "4. Treasury: pay"],
  ["1. Clerk: record", "2. Clerk: match", "3. Owner: approve", "4. Treasury: pay", "We never skip that."],
  ["1. Clerk: record", "2. Owner: approve", "3. Clerk: match", "4. Treasury: pay"],
);

describe("the practice model", () => {
  it("writes the printed example as a flow that is kept, with the quotes of its lines", () => {
    const { workspace, units } = told([...printedNotation.example]);
    const { steps, faults, doubts } = readFlow(writeByRules({ captures: workspace }), units);
    expect([faults, doubts]).toEqual([[], []]);
    expect(steps.find(({ title }) => title === "Pay invoice")).toMatchObject({
      role: "Treasury",
      sources: [{ excerpt: "4. Treasury: pay invoice in Bank", evidenceId: expect.stringMatching(/:8$/) as string }],
    });
  });

  it("asks about an order that is disputed, by the ids of the evidence", () => {
    const { steps } = readFlow(writeByRules({ captures: apart.workspace }), apart.units);
    expect(orderQuestionsOf(steps)).toMatchObject([
      {
        question: "Is “Match” done before “Approve”, or after?",
        before: [`${uuid(0)}:1`, `${uuid(0)}:2`, `${uuid(1)}:1`, `${uuid(1)}:2`],
        after: [`${uuid(2)}:1`, `${uuid(2)}:2`],
      },
    ]);
    const { summary, swot } = summarizeByCounting({ process: "Pay", guidance: null, steps: describedSteps(steps) });
    expect(summary).toContain("1 question is open, at 2 steps.");
    expect(summary).toContain("“Pay” has 4 tasks of Clerk, Owner and Treasury.");
    expect(summary).toContain(
      "The practice model read 12 of 13 lines: those written as “1. Clerk: check invoice in Ledger”. The others are kept as evidence.",
    );
    expect(swot.weaknesses).toEqual(["“Match” and “Approve” have an open question."]);
  });

  it("says that no line is in its form", () => {
    expect(() => writeByRules({ captures: told(["We just do it."]).workspace })).toThrow(
      "The practice model reads lines such as “1. Clerk: check invoice in Ledger” only, and the captures have none. Write some, or set up a provider.",
    );
  });
});

it("is a second opinion on what another model writes: the question it did not ask is added to both steps", () => {
  const { steps } = readFlow(writeByRules({ captures: apart.workspace }), apart.units);
  const silent = steps.map((step) => ({ ...step, openQuestions: null }));
  const units = [...apart.units.values()];
  expect(orderQuestionsOf(withSecondOpinion(silent, units))).toEqual(orderQuestionsOf(steps));
  expect(withSecondOpinion(steps, units)).toEqual(steps);
});
