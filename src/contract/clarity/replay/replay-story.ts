import type { FlowNode } from "#contract/clarity/flow/flow-graph.ts";
import type { Story, StoryStep, Telling } from "#contract/clarity/notation/story.ts";
import type { Step } from "#contract/clarity/step.ts";
import { type FlowMoves, flowMoves, type Marking } from "./flow-moves.ts";
import { alwaysBefore } from "./step-order.ts";
import { stepsTold } from "./told-steps.ts";

/** One thing that a witness tells, at its place in the line of their story. */
export interface LineStep {
  /** Null where no step of the flow is meant. */
  readonly stepId: string | null;
  readonly title: string;
  readonly evidenceIds: readonly string[];
  /** The flow has this and its neighbor the other way around. */
  readonly outOfOrder: boolean;
}

export interface StoryReplay {
  readonly captureId: string;
  readonly person: string | null;
  readonly line: readonly LineStep[];
  /** Absent where the flow can run as it is told. A story may start and stop anywhere in the flow. */
  readonly stop?: StoryStop;
  /** False where the flow has too many states to follow: then it is not known whether it stops. */
  readonly checked: boolean;
}

export interface StoryStop {
  /** Of the line: what the flow cannot do next. */
  readonly index: number;
  readonly stepId: string | null;
  readonly evidenceIds: readonly string[];
  /** Steps that the flow has at this place, in the order of the steps. */
  readonly expected: readonly string[];
}

/** Flows that are looked at between two steps of a story. */
const mostWork = 100_000;

/** Follows stories through the steps of a process. The steps are prepared once for all of them. */
export function replayOn(steps: readonly Step[]): (story: Story) => StoryReplay {
  const moves = flowMoves(steps);
  const meant = stepsTold(steps);
  const isBefore = alwaysBefore(steps);
  return ({ captureId, person, steps: told }) => {
    const { stop, ran, checked } = follow(moves, told, meant);
    const ids = told.map((step, i) => ran[i] ?? meant(step)[0]?.id ?? null);
    // What was told before is told again: the flow goes back there.
    const swapped = ids.map((id, i) => isBefore(ids[i + 1], id) && !ids.slice(0, i).includes(ids[i + 1] ?? null));
    const line = told.map(({ title, evidenceIds }, i) => ({
      stepId: ids[i] ?? null,
      title,
      evidenceIds,
      outOfOrder: Boolean(swapped[i] || swapped[i - 1]),
    }));
    const place = new Map(steps.map(({ id }, i) => [id, i]));
    const expected = (stop?.expected ?? []).toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
    const at = stop && line[stop.index];
    return {
      captureId,
      person,
      line,
      checked,
      ...(stop && at && { stop: { index: stop.index, stepId: at.stepId, evidenceIds: at.evidenceIds, expected } }),
    };
  };
}

/** The line of a witness: of all ways they tell, the first one that stops, else the longest. Undefined where they tell none. */
export function replayTelling(replay: (story: Story) => StoryReplay, { stories }: Telling): StoryReplay | undefined {
  const replays = stories.map(replay);
  return replays.find(({ stop }) => stop) ?? replays.toSorted((a, b) => b.line.length - a.line.length)[0];
}

interface Followed {
  readonly stop?: { readonly index: number; readonly expected: readonly string[] };
  /** The steps that ran, in the order of the story. */
  readonly ran: readonly string[];
  readonly checked: boolean;
}

function follow(moves: FlowMoves, told: readonly StoryStep[], meant: (told: StoryStep) => readonly Step[]): Followed {
  const first = run(moves, told, meant, false);
  if (!first.stop || told[0]?.kind === "start") return first;
  // A witness may know a part of the process only.
  const part = run(moves, told, meant, true);
  return !part.stop || part.stop.index > first.stop.index ? part : first;
}

function run(moves: FlowMoves, told: readonly StoryStep[], meant: (told: StoryStep) => readonly Step[], anywhere: boolean): Followed {
  const ran: string[] = [];
  let markings: readonly Marking[] = moves.starts;
  for (const [index, step] of told.entries()) {
    const wanted = new Set(meant(step).map(({ id }) => id));
    const before = reach(moves, markings, index === 0 && anywhere ? () => true : isQuiet);
    const next = firing(moves, before.markings, wanted);
    if (next.to.length === 0 && !before.complete) return { ran, checked: false };
    if (next.to.length === 0) return { ran, checked: true, stop: { index, expected: expectedIn(moves, markings) } };
    ran.push(next.step);
    markings = next.to;
  }
  return { ran, checked: true };
}

/** What runs without being told: gateways, derived joins and events. */
const isQuiet = ({ step }: FlowNode): boolean => step?.nodeType !== "task";

function reach(moves: FlowMoves, from: readonly Marking[], may: (node: FlowNode) => boolean) {
  const found = new Map(from.map((marking) => [keyOf(marking), marking]));
  let work = 0;
  for (const marking of found.values()) {
    for (const { to } of moves.from(marking, may)) {
      work += 1 + to.size;
      if (!found.has(keyOf(to))) found.set(keyOf(to), to);
    }
    if (work > mostWork) return { markings: [...found.values()], complete: false };
  }
  return { markings: [...found.values()], complete: true };
}

const keyOf = (marking: Marking) => [...marking].toSorted().join("\n");

function firing(moves: FlowMoves, markings: readonly Marking[], wanted: ReadonlySet<string>): { step: string; to: readonly Marking[] } {
  const fired = markings.flatMap((marking) => moves.from(marking, ({ id }) => wanted.has(id)));
  const to = new Map(fired.map((each) => [keyOf(each.to), each.to]));
  return { step: fired[0]?.node.id ?? "", to: [...to.values()] };
}

function expectedIn(moves: FlowMoves, markings: readonly Marking[]): string[] {
  const next = reach(moves, markings, isQuiet).markings.flatMap((marking) => moves.from(marking, (node) => !isQuiet(node)));
  return [...new Set(next.map(({ node }) => node.id))];
}
