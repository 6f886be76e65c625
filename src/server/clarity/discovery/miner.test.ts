import { beforeEach, describe, expect, it } from "vitest";
import { findingsOf } from "#contract/clarity/flow/findings.ts";
import { faultsOf } from "#contract/clarity/flow/step-faults.ts";
import { beginRandom, random } from "#server/testing/seed.ts";
import { mineStories } from "./common-stories.ts";
import { madeTree, storiesUntilWhole, storyOf, swapped } from "./made-trees.cases.ts";
import { mineTree } from "./mine-tree.ts";
import { type ProcessTree, treeWords } from "./process-tree.ts";
import { treeSteps } from "./tree-steps.ts";

beforeEach(() => beginRandom("miner"));

const traceOf = (keys: readonly string[], capture = "") => ({ steps: keys.map((key) => ({ key, when: [] })), after: [], capture });
const minedWords = (...stories: string[]) => {
  const tree = mineTree(stories.map((story) => traceOf([...story])));
  return tree && treeWords(tree);
};
/** Each story is told by a capture of its own. */
const minedOf = (stories: readonly string[][]) => mineStories(stories.map((story, i) => traceOf(story, String(i))));
const storiesOf = (tree: ProcessTree, count: number) => Array.from({ length: count }, () => storyOf(tree));

describe("the miner", () => {
  it("finds what comes first, what runs together, what excludes, and what comes again", () => {
    expect(minedWords("abcd", "acbd", "aed")).toBe("a, ((b ∥ c) or e), d");
    expect(minedWords("abc")).toBe("a, b, c");
    expect(minedWords("ab", "ac")).toBe("a, (b or c)");
    expect(minedWords("ab", "b")).toBe("(a or nothing), b");
    expect(minedWords("abcd", "ad")).toBe("a, ((b, c) or nothing), d");
    expect(minedWords("abcd", "abd", "ad")).toBe("a, ((b, (c or nothing)) or nothing), d");
    expect(minedWords("ab", "acab", "acacab")).toBe("(a again c), b");
    expect(minedWords("abd", "abcabd")).toBe("((a, b) again c), d");
    expect(minedWords("abab", "ab")).toBe("(a, b) again nothing");
    expect(minedWords("aab", "ab")).toBe("(a again nothing), b");
    expect(minedWords("xabay", "xay", "xababay")).toBe("x, (a again b), y");
    expect(minedWords("")).toBe("nothing");
    expect(minedWords("", "a")).toBe("a or nothing");
    expect(minedWords("edcba", "abed", "acde")).toBeUndefined();
  });

  it("takes what is said to run together for that, in whichever order it is told", () => {
    const tree = mineTree([traceOf([..."abcd"]), traceOf([..."acbd"])], new Set(["b\nc"]));
    expect(tree && treeWords(tree)).toBe("a, (b ∥ c), d");
  });

  it("finds a tree again in its stories", () => {
    for (let i = 0; i < 30; i++) {
      const tree = madeTree(3 + (i % 10));
      const mined = mineTree(storiesUntilWhole(tree).map((story) => traceOf(story)));
      expect(mined && treeWords(mined), treeWords(tree)).toBe(treeWords(tree));
    }
  });

  it("finds it in stories of which some have two steps swapped", () => {
    let exact = 0;
    for (let i = 0; i < 60; i++) {
      const tree = madeTree(3 + (i % 8));
      const stories = storiesOf(tree, 600);
      const { tree: mined } = minedOf(stories.map((story) => (random() < 0.05 ? swapped(story) : story)));
      exact += treeWords(mined) === treeWords(tree) ? 1 : 0;
    }
    expect(exact).toBeGreaterThanOrEqual(50);
  });

  it("drops no story that a few captures tell, and keeps a rare way that leads through its own steps", () => {
    expect(minedOf(["abc", "acb"].map((story) => [...story])).dropped).toEqual([]);
    const rare = [...Array.from({ length: 60 }, () => [..."abd"]), [..."axyd"]];
    expect(treeWords(minedOf(rare).tree)).toBe("a, ((x, y) or b), d");
    const odd = [...Array.from({ length: 60 }, () => [..."abd"]), [..."bad"]];
    expect(minedOf(odd)).toMatchObject({ dropped: [odd.at(-1)].map((story) => traceOf(story ?? [], "60")) });
  });

  it("drops the stories of the fewest captures where all together have no tree", () => {
    const { tree, dropped } = minedOf(["edcba", "abed", "acde", "abed"].map((story) => [...story]));
    expect(dropped.length).toBeGreaterThan(0);
    expect(dropped.map(({ steps }) => steps.map(({ key }) => key).join(""))).not.toContain("abed");
    expect(treeWords(tree)).toContain("a");
    expect(minedWords("cbabca")).toBeUndefined();
    expect(treeWords(minedOf([[..."cbabca"]]).tree)).toBe("c, b, a, b\n2, c\n2, a\n2");
  });

  it("draws a tree as a sound flow with each activity once", () => {
    const words = { start: { title: null, evidenceIds: [] }, activities: new Map(), sources: () => [] };
    for (let i = 0; i < 60; i++) {
      const { steps } = treeSteps(madeTree(3 + (i % 25)), words);
      expect(faultsOf(steps)).toEqual([]);
      expect(findingsOf(steps).filter(({ kind }) => kind === "soundness")).toEqual([]);
      expect(steps.filter(({ nodeType }) => nodeType === "task").length).toBe(
        new Set(steps.map(({ title }) => title).filter((title) => /^t\d/.test(title))).size,
      );
    }
  });

  it("gives the same tree for the same stories", () => {
    const stories = storiesOf(madeTree(12), 300);
    expect(minedOf(stories)).toEqual(minedOf(stories));
  });
});
