import type { Decision } from "#contract/clarity/notation/story.ts";

/**
 * How activities follow each other, in blocks. `asked` has, for each way of a choice, what was told when it was taken; a loop is left by its first
 * way and runs again by its second one.
 */
export type ProcessTree =
  | { readonly kind: "activity"; readonly key: string }
  | { readonly kind: "nothing" }
  | { readonly kind: "sequence" | "parallel"; readonly children: readonly ProcessTree[] }
  | { readonly kind: "exclusive"; readonly children: readonly ProcessTree[]; readonly asked: readonly Asked[] }
  | { readonly kind: "loop"; readonly body: ProcessTree; readonly redo: ProcessTree; readonly asked: readonly [exit: Asked, again: Asked] };

export type Asked = readonly Decision[];

export const nothing: ProcessTree = { kind: "nothing" };
export const activity = (key: string): ProcessTree => ({ kind: "activity", key });

/** One after the other, or at the same time. A block within a block of its kind is part of it. */
export function inOrder(kind: "sequence" | "parallel", parts: readonly ProcessTree[]): ProcessTree {
  const children = parts.flatMap((part) => (part.kind === kind ? part.children : part.kind === "nothing" ? [] : part));
  const [only] = children;
  return children.length > 1 ? { kind, children } : (only ?? nothing);
}

export function oneOf(ways: readonly { readonly tree: ProcessTree; readonly asked: Asked }[]): ProcessTree {
  const flat = ways.flatMap(({ tree, asked }) =>
    tree.kind === "exclusive" ? tree.children.map((child, i) => ({ tree: child, asked: tree.asked[i] ?? [] })) : { tree, asked },
  );
  const empty = flat.filter(({ tree }) => tree.kind === "nothing");
  const full = flat.filter(({ tree }) => tree.kind !== "nothing");
  const all = empty.length === 0 ? full : [...full, { tree: nothing, asked: empty.flatMap(({ asked }) => asked) }];
  const [only] = all;
  if (all.length < 2) return only?.tree ?? nothing;
  return { kind: "exclusive", children: all.map(({ tree }) => tree), asked: all.map(({ asked }) => asked) };
}

/** Whether a story can pass it without an activity. */
export function canBeEmpty(tree: ProcessTree): boolean {
  switch (tree.kind) {
    case "activity":
      return false;
    case "nothing":
      return true;
    case "exclusive":
      return tree.children.some(canBeEmpty);
    case "loop":
      return canBeEmpty(tree.body);
    default:
      return tree.children.every(canBeEmpty);
  }
}

/** A tree as text, the same for trees that differ in the order of ways and branches only: `a, (b ∥ c) or d, (e again f)`. */
export function treeWords(tree: ProcessTree): string {
  switch (tree.kind) {
    case "activity":
      return tree.key;
    case "nothing":
      return "nothing";
    case "sequence":
      return tree.children.map(inBrackets).join(", ");
    case "parallel":
      return tree.children.map(inBrackets).toSorted().join(" ∥ ");
    case "exclusive":
      return tree.children.map(inBrackets).toSorted().join(" or ");
    default:
      return `${inBrackets(tree.body)} again ${inBrackets(tree.redo)}`;
  }
}
const inBrackets = (tree: ProcessTree) => (tree.kind === "activity" || tree.kind === "nothing" ? treeWords(tree) : `(${treeWords(tree)})`);
