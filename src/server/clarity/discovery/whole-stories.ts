import { pairKey } from "./pairs.ts";
import { endKey, isEndKey, type ToldStep, type ToldTrace } from "./told-activities.ts";

/** A witness who knows a part only: where their story starts or stops, others tell more. */
export interface Completed {
  readonly trace: ToldTrace;
  readonly side: "start" | "end";
  /** The activity at that side of what they tell. */
  readonly key: string;
}

export interface WholeStories {
  readonly traces: readonly ToldTrace[];
  readonly completed: readonly Completed[];
}

/**
 * Lets each story run from the start to an end. A story that says neither how it starts nor how it ends takes over what another witness tells before
 * its first and after its last activity, where that has no activity in common with it. What has no end gets one without a name.
 */
export function wholeStories(traces: readonly ToldTrace[], together: ReadonlySet<string>): WholeStories {
  const completed: Completed[] = [];
  const donors = donorsAmong(traces);
  const whole = traces.map((trace) => {
    const before = trace.startTold ? [] : moreOf(trace, donors, "start", together);
    const [first, last] = [trace.steps[0], trace.steps.at(-1)];
    const after = last && isEndKey(last.key) ? [] : moreOf(trace, donors, "end", together);
    if (before.length > 0 && first) completed.push({ trace, side: "start", key: first.key });
    if (after.length > 0 && last) completed.push({ trace, side: "end", key: last.key });
    const isEnded = isEndKey((after.at(-1) ?? last)?.key ?? "");
    const [next, ...later] = isEnded ? after : [...after, { key: endKey("End"), when: [] }];
    const rest = next ? [{ ...next, when: [...trace.after, ...next.when] }, ...later] : [];
    return { ...trace, steps: [...before, ...trace.steps, ...rest], after: [] };
  });
  return { traces: whole, completed };
}

/** Stories that others take over from: few of each witness, who tells the same around a step in most of them. */
function donorsAmong(traces: readonly ToldTrace[]): ToldTrace[] {
  const witnesses = [...Map.groupBy(traces, ({ witness }) => witness).values()];
  return witnesses.flatMap((stories) => stories.slice(0, Math.max(1, Math.floor(mostDonors / witnesses.length))));
}
const mostDonors = 400;
/** How many parts a story takes over one after the other. */
const mostParts = 10;

function moreOf(
  { witness, steps }: ToldTrace,
  traces: readonly ToldTrace[],
  side: "start" | "end",
  together: ReadonlySet<string>,
): ToldStep[] {
  const more: ToldStep[] = [];
  for (let parts = 0; parts < mostParts; parts++) {
    const all = side === "start" ? [...more, ...steps] : [...steps, ...more];
    const own = new Set(all.map(({ key }) => key));
    const edge = side === "start" ? all[0]?.key : all.at(-1)?.key;
    let best: { steps: readonly ToldStep[]; shared: number } | undefined;
    for (const other of traces) {
      const at =
        other.witness === witness
          ? -1
          : side === "start"
            ? other.steps.findIndex(({ key }) => key === edge)
            : other.steps.findLastIndex(({ key }) => key === edge);
      const part = at === -1 ? [] : side === "start" ? other.steps.slice(0, at) : other.steps.slice(at + 1);
      if (part.length === 0 || part.some(({ key }) => own.has(key) || together.has(pairKey(key, edge ?? "")))) continue;
      const shared = other.steps.filter(({ key }) => own.has(key)).length;
      if (!best || shared > best.shared) best = { steps: part, shared };
    }
    if (!best) break;
    const taken = best.steps.map(({ key, when }) => ({ key, when }));
    if (side === "start") more.unshift(...taken);
    else more.push(...taken);
  }
  return more;
}
