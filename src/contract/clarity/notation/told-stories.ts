import type { Act, StepWords } from "./notation-line.ts";
import { activityKey, type Decision, type Story, type StoryStep, type Telling } from "./story.ts";
import type { Alternative, Block, Said, Told } from "./told-program.ts";

/** Of one telling. Ways with few turns come first, so each pair of turns is among them for up to a dozen choices. */
const mostStories = 200;
/** In all stories of one telling together: long ones are fewer. */
const mostSteps = 20_000;
/** Lines that are followed for it. Ways that only repeat themselves cost as much as those that end. */
const mostFollowed = 50_000;
/** How often a story passes a step that it goes back to. */
const mostPasses = 2;

/** A story as far as it is told. Ways that part share what is before. */
interface Way {
  /** The block that comes next. */
  readonly at: number;
  readonly last?: StepAt;
  readonly when: readonly Decision[];
  /** How often each block was jumped to. */
  readonly jumps: ReadonlyMap<number, number>;
  readonly ended: boolean;
}

interface StepAt {
  readonly step: StoryStep;
  readonly before?: StepAt;
}

function stepsOf({ last }: Way): StoryStep[] {
  const steps: StoryStep[] = [];
  for (let at = last; at; at = at.before) steps.push(at.step);
  return steps.toReversed();
}

/** Follows each way of what was told. `whole`: none was left out because there are too many. */
export function storiesOf(told: Told): Telling & { readonly whole: boolean } {
  const { captureId, person, blocks } = told;
  const { ways, whole } = waysThrough(blocks, startOf(told));
  const stories = ways.map(({ steps, after }): Story => ({ captureId, person, steps, after }));
  return { captureId, person, stories, together: togetherIn(blocks), whole };
}

function startOf({ start }: Told): { readonly last?: StepAt } {
  return start ? { last: { step: { kind: "start", title: start.is, role: null, system: null, evidenceIds: [start.unit], when: [] } } } : {};
}

function waysThrough(blocks: readonly Block[], start: { readonly last?: StepAt }) {
  const found: { readonly steps: readonly StoryStep[]; readonly after: readonly Decision[] }[] = [];
  const toldBy = (way: Way) => ({ steps: stepsOf(way), after: way.when });
  let cutOff: Way | undefined;
  // Lines that only ever go back have no end: the story stops where it would repeat itself.
  const orCutOff = () => (found.length === 0 && cutOff ? [toldBy(cutOff)] : found);
  let steps = 0;
  let followed = 0;
  // By the number of turns: alternatives that are not the first one.
  const open: Way[][] = [[{ at: 0, ...start, when: [], jumps: new Map(), ended: false }]];
  for (let turns = 0; turns < open.length; turns++) {
    const ways = open[turns] ?? [];
    for (let way = ways.pop(); way; way = ways.pop()) {
      if (found.length >= mostStories || steps >= mostSteps || followed++ >= mostFollowed) return { ways: orCutOff(), whole: false };
      const block = way.ended ? undefined : blocks[way.at];
      if (!block) {
        found.push(toldBy(way));
        steps += found.at(-1)?.steps.length ?? 0;
        continue;
      }
      for (const [i, next] of nextWays(block, way, blocks).entries()) {
        if ((next.jumps.get(next.at) ?? 0) >= mostPasses) cutOff ??= next;
        else (open[turns + Math.min(i, 1)] ??= []).push(next);
      }
    }
  }
  return { ways: orCutOff(), whole: true };
}

function nextWays(block: Block, way: Way, blocks: readonly Block[]): Way[] {
  if (block.block === "end") return [ended(way, block.title, block.unit)];
  // Branches that run together are told one after the other; `together` says that they are not.
  if (block.block === "step") return [{ ...[block.step, ...block.beside.flat()].reduce<Way>(withStep, way), at: way.at + 1 }];
  const [first] = block.alternatives;
  if (!first) return [{ ...way, at: way.at + 1 }];
  const otherwise: Alternative[] = block.alternatives.some(({ condition }) => condition === null)
    ? []
    : [{ condition: null, unit: block.alternatives.at(-1)?.unit ?? first.unit, acts: [] }];
  return [...block.alternatives, ...otherwise].map(({ condition, unit, acts }) => {
    const decided = { ...way, at: way.at + 1, when: [...way.when, { choice: first.unit, condition, evidenceId: unit }] };
    return acts.reduce<Way>((at, act) => afterAct(at, act, blocks), decided);
  });
}

function afterAct(way: Way, { is, unit }: Said<Act>, blocks: readonly Block[]): Way {
  if (is.act === "step") return withStep(way, { is: is.step, unit });
  if (is.act === "end") return ended(way, is.title, unit);
  const at = is.act === "go_to" ? blocks.findIndex((block) => block.block === "step" && block.number === is.number) : -1;
  // Ahead is no repetition.
  const isBack = at !== -1 && at < way.at;
  return at === -1 ? way : { ...way, at, ...(isBack && { jumps: new Map(way.jumps).set(at, (way.jumps.get(at) ?? 0) + 1) }) };
}

function withStep(way: Way, { is, unit }: Said<StepWords>): Way {
  return { ...way, when: [], last: stepAfter(way, { kind: "task", ...is, evidenceIds: [unit], when: way.when }) };
}

function stepAfter({ last }: Way, step: StoryStep): StepAt {
  return last ? { step, before: last } : { step };
}

function ended(way: Way, title: string | null, unit: string): Way {
  const end: StoryStep = { kind: "end", title: title ?? "End", role: null, system: null, evidenceIds: [unit], when: way.when };
  return { ...way, when: [], last: stepAfter(way, end), ended: true };
}

function togetherIn(blocks: readonly Block[]): [string, string][] {
  return blocks.flatMap((block) => {
    if (block.block !== "step" || block.beside.length === 0) return [];
    const branches = [[block.step], ...block.beside].map((branch) => branch.map(({ is }) => activityKey(is.title)));
    return branches.flatMap((branch, i) =>
      branches.slice(i + 1).flatMap((other) => branch.flatMap((a) => other.map((b): [string, string] => [a, b]))),
    );
  });
}
