import { random } from "#server/testing/seed.ts";
import { activity, inOrder, nothing, oneOf, type ProcessTree } from "./process-tree.ts";

const below = (n: number) => Math.floor(random() * n);

/**
 * A tree of about `size` activities, each with a name of its own, of the kind that stories determine: a loop starts and ends with different
 * activities or has one, and has something on its way back.
 */
export function madeTree(size: number): ProcessTree {
  let count = 0;
  const one = () => activity(`t${count++}`);
  const block = (n: number, depth: number): ProcessTree => {
    if (n <= 1 || depth > 5) return one();
    const parts = split(n);
    const children = () => parts.map((part) => block(part, depth + 1));
    switch (["sequence", "sequence", "exclusive", "parallel", "loop", "skip"][below(6)]) {
      case "exclusive":
        return oneOf(children().map((tree) => ({ tree, asked: [] })));
      case "parallel":
        return inOrder("parallel", children());
      case "loop": {
        const body = n < 4 ? one() : inOrder("sequence", [one(), block(n - 3, depth + 1), one()]);
        return { kind: "loop", body, redo: one(), asked: [[], []] };
      }
      case "skip":
        return oneOf([
          { tree: inOrder("sequence", [one(), block(n - 1, depth + 1)]), asked: [] },
          { tree: nothing, asked: [] },
        ]);
      default:
        return inOrder("sequence", children());
    }
  };
  return inOrder("sequence", [one(), block(size - 2, 0), one()]);
}

function split(n: number): number[] {
  const first = 1 + below(n - 1);
  const rest = n - first;
  return rest > 1 && random() < 0.4 ? [first, 1 + below(rest - 1), 1].filter((part) => part > 0) : [first, rest];
}

/** A story that the tree allows, chosen at random. */
export function storyOf(tree: ProcessTree): string[] {
  switch (tree.kind) {
    case "activity":
      return [tree.key];
    case "nothing":
      return [];
    case "sequence":
      return tree.children.flatMap(storyOf);
    case "exclusive": {
      const chosen = tree.children[below(tree.children.length)];
      return chosen ? storyOf(chosen) : [];
    }
    case "parallel":
      return shuffled(tree.children.map(storyOf));
    default: {
      const story = storyOf(tree.body);
      while (random() < 0.4) story.push(...storyOf(tree.redo), ...storyOf(tree.body));
      return story;
    }
  }
}

/** Each order of the branches is as likely as the others. */
function shuffled(branches: readonly string[][]): string[] {
  const left = branches.map((branch) => [...branch]);
  const story: string[] = [];
  for (let count = left.flat().length; count > 0; count--) {
    let place = below(count);
    const branch = left.find((each) => (place -= each.length) < 0);
    story.push(branch?.shift() ?? "");
  }
  return story;
}

/** The story with two neighbors swapped. */
export function swapped(story: readonly string[]): string[] {
  const at = below(story.length - 1);
  return story.map((key, i) => (i === at ? (story[at + 1] ?? key) : i === at + 1 ? (story[at] ?? key) : key));
}

/** So many that each activity was seen right after each other one that it can follow: until a while brings nothing new. */
export function storiesUntilWhole(tree: ProcessTree): string[][] {
  const seen = new Set<string>();
  const stories: string[][] = [];
  for (let last = 0; stories.length < 1_500 || stories.length < last * 4;) {
    const story = storyOf(tree);
    stories.push(story);
    for (const [i, key] of story.entries()) {
      const name = `${key} ${story[i + 1] ?? ""}`;
      if (!seen.has(name)) last = stories.length;
      seen.add(name);
    }
  }
  return stories;
}
