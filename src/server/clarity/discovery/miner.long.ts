import { beforeEach, describe, expect, it } from "vitest";
import { findingsOf } from "#contract/clarity/flow/findings.ts";
import { faultsOf } from "#contract/clarity/flow/step-faults.ts";
import { readNotation } from "#contract/clarity/notation/read-notation.ts";
import { Steps } from "#contract/clarity/step.ts";
import { beginRandom, random } from "#server/testing/seed.ts";
import { mineStories } from "./common-stories.ts";
import { madeLines, unitsOf } from "./made-captures.cases.ts";
import { madeTree, storiesUntilWhole, storyOf, swapped } from "./made-trees.cases.ts";
import { mineProcess } from "./mine-process.ts";
import { mineTree } from "./mine-tree.ts";
import { treeWords } from "./process-tree.ts";
import { treeSteps } from "./tree-steps.ts";

beforeEach(() => beginRandom("miner, long"));

const traceOf = (story: readonly string[], capture: number) => ({
  steps: story.map((key) => ({ key, when: [] })),
  after: [],
  capture: String(capture),
});
const words = { start: { title: null, evidenceIds: [] }, activities: new Map(), sources: () => [] };

describe("the miner", () => {
  it("finds 1,000 trees again in their stories, and draws each as a sound flow", () => {
    for (let i = 0; i < 1_000; i++) {
      const tree = madeTree(3 + (i % 10));
      const mined = mineTree(storiesUntilWhole(tree).map(traceOf));
      expect(mined && treeWords(mined), String(i)).toBe(treeWords(tree));
      const { steps } = treeSteps(tree, words);
      expect(faultsOf(steps)).toEqual([]);
      expect(findingsOf(steps).filter(({ kind }) => kind === "soundness")).toEqual([]);
    }
  });

  it("finds 95% of trees in stories of which 5% have two steps swapped", () => {
    let exact = 0;
    for (let i = 0; i < 200; i++) {
      const tree = madeTree(3 + (i % 8));
      const stories = Array.from({ length: 1_000 }, () => storyOf(tree));
      const { tree: mined } = mineStories(stories.map((story) => (random() < 0.05 ? swapped(story) : story)).map(traceOf));
      exact += treeWords(mined) === treeWords(tree) ? 1 : 0;
    }
    expect(exact).toBeGreaterThanOrEqual(190);
  });

  it("draws a sound process of 5,000 sets of captures with lines in any order", () => {
    const ids = [1, 2, 3, 4].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
    for (let i = 0; i < 5_000; i++) {
      const captures = ids.slice(0, 1 + (i % 4)).map((id) => unitsOf(id, ...madeLines(2 + (i % 17))));
      const { steps } = mineProcess(
        captures.flatMap((units) => readNotation(units).tellings),
        captures.flat(),
      );
      if (steps.length === 0) continue;
      const told = captures.flat().map(({ text }) => text);
      expect(Steps.safeParse(steps).error, told.join("\n")).toBeUndefined();
      expect(faultsOf(steps), told.join("\n")).toEqual([]);
      expect(
        findingsOf(steps).filter(({ code }) => code !== "too_many_steps"),
        told.join("\n"),
      ).toEqual([]);
    }
  });
});
