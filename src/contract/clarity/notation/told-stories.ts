import type { Act, StepWords } from "./notation-line.ts";
import { activityKey, type Decision, type Story, type StoryStep, type Telling } from "./story.ts";
import type { Alternative, Block, Said, Told } from "./told-program.ts";

/** Of one telling. Ways with few turns come first, so each pair of turns is among them for up to a dozen choices. */
const mostStories = 200;
/** How often a story passes a step that it goes back to. */
const mostPasses = 2;

interface Way {
  /** The block that comes next. */
  readonly at: number;
  readonly steps: readonly StoryStep[];
  readonly when: readonly Decision[];
  readonly passes: ReadonlyMap<number, number>;
  readonly ended: boolean;
}

/** Follows each way of what was told. `whole`: none was left out because there are too many. */
export function storiesOf(told: Told): Telling & { readonly whole: boolean } {
  const { captureId, person, blocks } = told;
  const { ways, whole } = waysThrough(blocks, startOf(told));
  const stories = ways.map(({ steps, when }): Story => ({ captureId, person, steps, after: when }));
  return { captureId, person, stories, together: togetherIn(blocks), whole };
}

function startOf({ start }: Told): StoryStep[] {
  return start ? [{ kind: "start", title: start.is, role: null, system: null, evidenceIds: [start.unit], when: [] }] : [];
}

function waysThrough(blocks: readonly Block[], steps: readonly StoryStep[]): { ways: Way[]; whole: boolean } {
  const found: Way[] = [];
  const cutOff: Way[] = [];
  // By the number of turns: alternatives that are not the first one.
  const open: Way[][] = [[{ at: 0, steps, when: [], passes: new Map(), ended: false }]];
  for (let turns = 0; turns < open.length; turns++) {
    const ways = open[turns] ?? [];
    for (let way = ways.pop(); way; way = ways.pop()) {
      if (found.length >= mostStories) return { ways: found, whole: false };
      const block = way.ended ? undefined : blocks[way.at];
      if (!block) {
        found.push(way);
        continue;
      }
      const passes = (way.passes.get(way.at) ?? 0) + 1;
      if (passes > mostPasses) {
        cutOff.push(way);
        continue;
      }
      const passed = { ...way, passes: new Map(way.passes).set(way.at, passes) };
      for (const [i, next] of nextWays(block, passed, blocks).entries()) (open[turns + Math.min(i, 1)] ??= []).push(next);
    }
  }
  // Lines that only ever go back have no end: the story stops where it would repeat itself.
  return { ways: found.length > 0 ? found : cutOff.slice(0, 1), whole: true };
}

function nextWays(block: Block, way: Way, blocks: readonly Block[]): Way[] {
  if (block.block === "end") return [ended(way, block.title, block.unit)];
  if (block.block === "step")
    return rotations([[block.step], ...block.beside]).map((order) => ({ ...order.reduce<Way>(withStep, way), at: way.at + 1 }));
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
  return at === -1 ? way : { ...way, at };
}

function withStep(way: Way, { is, unit }: Said<StepWords>): Way {
  return { ...way, when: [], steps: [...way.steps, { kind: "task", ...is, evidenceIds: [unit], when: way.when }] };
}

function ended(way: Way, title: string | null, unit: string): Way {
  const end: StoryStep = { kind: "end", title: title ?? "End", role: null, system: null, evidenceIds: [unit], when: way.when };
  return { ...way, when: [], steps: [...way.steps, end], ended: true };
}

/** Branches that run together, each of them first once. */
function rotations(branches: readonly (readonly Said<StepWords>[])[]): Said<StepWords>[][] {
  return branches.map((_, i) => [...branches.slice(i), ...branches.slice(0, i)].flat());
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
