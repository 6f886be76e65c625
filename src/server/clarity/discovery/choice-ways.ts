import { type Asked, inOrder, nothing, type ProcessTree } from "./process-tree.ts";

/** A flow that leaves a choice: what it leads to first, and what follows where it meets the other ways of its group again. */
export interface Way {
  readonly group: number;
  readonly first: ProcessTree;
  readonly rest: ProcessTree;
  readonly asked: Asked;
}

/** The ways of a choice. Where a way starts with a choice that was told as part of the same question, one gateway asks it once. */
export function waysOf({ children, asked }: Extract<ProcessTree, { kind: "exclusive" }>): Way[] {
  return children.flatMap((child, group) => {
    const [head = nothing, ...rest] = child.kind === "sequence" ? child.children : [child];
    const others = new Set(asked.flatMap((way, i) => (i === group ? [] : way.map(({ choice }) => choice))));
    const isSame = head.kind === "exclusive" && head.asked.every((way) => way.some(({ choice }) => others.has(choice)));
    if (!isSame) return { group, first: child, rest: nothing, asked: asked[group] ?? [] };
    return head.children.map((first, i) => ({ group, first, rest: inOrder("sequence", rest), asked: head.asked[i] ?? [] }));
  });
}
