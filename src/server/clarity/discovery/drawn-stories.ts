import type { Story } from "#contract/clarity/notation/story.ts";
import { mineStories } from "./common-stories.ts";
import type { ProcessTree } from "./process-tree.ts";
import type { ToldTrace } from "./told-activities.ts";
import { settleOrders, type ToldContradiction } from "./told-orders.ts";
import { type Completed, wholeStories } from "./whole-stories.ts";

export interface DrawnStories {
  readonly tree: ProcessTree;
  /** Stories that the tree was not made of: they deviate from most others. */
  readonly dropped: readonly Story[];
  readonly contradictions: readonly ToldContradiction[];
  readonly completed: readonly Completed[];
}

/**
 * The tree of what witnesses tell. A dropped story has no say in the order of the others: where an order was settled with an activity that only such
 * stories have, the others are settled again without them. Else a witness would be drawn in another order than they tell, and nothing would ask.
 */
export function drawnStories(told: readonly ToldTrace[], together: ReadonlySet<string>): DrawnStories {
  const { traces, contradictions } = settleOrders(told, together);
  const whole = wholeStories(traces, together);
  const mined = mineStories(
    whole.traces.map((trace) => ({ ...trace, capture: trace.story.captureId })),
    together,
  );
  const dropped = mined.dropped.map(({ story }) => story);
  const left = new Set(dropped);
  const kept = told.filter(({ story }) => !left.has(story));
  const keys = new Set(kept.flatMap(({ steps }) => steps.map(({ key }) => key)));
  if (contradictions.every(({ first, second }) => keys.has(first) && keys.has(second)))
    return { tree: mined.tree, dropped, contradictions, completed: whole.completed };
  const again = drawnStories(kept, together);
  return { ...again, dropped: [...dropped, ...again.dropped] };
}
