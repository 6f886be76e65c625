import { activityKey, type CapturedUnit, type Story, type Telling } from "#contract/clarity/notation/story.ts";
import { orderQuestionText } from "#contract/clarity/order-question.ts";
import type { Step } from "#contract/clarity/step.ts";
import { drawnStories } from "./drawn-stories.ts";
import { knownActivities, sourcesOf } from "./known-activities.ts";
import { toldActivities, type ToldTrace } from "./told-activities.ts";
import { treeSteps } from "./tree-steps.ts";

/** What witnesses tell in different orders. Both steps have it as an open question, which `readOrderQuestion` reads. */
export interface Contradiction {
  /** As drawn: the first step is before the second one. */
  readonly firstStepId: string;
  readonly secondStepId: string;
  readonly question: string;
  readonly beforeEvidenceIds: readonly string[];
  readonly afterEvidenceIds: readonly string[];
}

export interface MinedProcess {
  /** A sound flow. Empty where nothing was told, or too much. */
  readonly steps: Step[];
  /** How many activities are told, where these are more than one process has. */
  readonly tooMany?: number;
  /** How many captures there are that tell something. */
  readonly captures: number;
  /** Of them, how many tell each activity, and each activity right after another one. */
  readonly seen: readonly { readonly stepId: string; readonly captures: number }[];
  readonly seenFlows: readonly { readonly from: string; readonly to: string; readonly captures: number }[];
  readonly contradictions: readonly Contradiction[];
  /** Stories that deviate from most others: the steps do not come from them. */
  readonly dropped: readonly Story[];
}

/**
 * Makes the steps of a process from what witnesses tell. Each step has its evidence; `captureNames` names captures whose units have no person. The
 * order of `tellings` decides where as many say one thing as another. Throws nothing.
 */
export function mineProcess(
  tellings: readonly Telling[],
  units: readonly CapturedUnit[],
  captureNames: ReadonlyMap<string, string> = new Map(),
): MinedProcess {
  const { traces: told, together } = toldActivities(withinBounds(tellings));
  const nothing = { steps: [], captures: 0, seen: [], seenFlows: [], contradictions: [], dropped: [] };
  if (told.length === 0) return nothing;
  const activities = knownActivities(told);
  if (activities.size > mostActivities) return { ...nothing, tooMany: activities.size };
  const { tree, dropped, completed, ...orders } = drawnStories(told, together);
  const { steps, stepOf } = treeSteps(tree, { start: startOf(told), activities, sources: sourcesOf(units, captureNames) });

  const contradictions = orders.contradictions.flatMap(({ first, second, before, after }): Contradiction[] => {
    const [firstStepId, secondStepId] = [stepOf.get(first), stepOf.get(second)];
    if (firstStepId === undefined || secondStepId === undefined) return [];
    const question = orderQuestionText(activities.get(first)?.title ?? "", activities.get(second)?.title ?? "", before, after);
    return [{ firstStepId, secondStepId, question, beforeEvidenceIds: before, afterEvidenceIds: after }];
  });
  const questions = contradictions.flatMap(({ firstStepId, secondStepId, question }) => [
    [firstStepId, question] as const,
    [secondStepId, question] as const,
  ]);
  const assumed = completed.flatMap(({ trace, side, key }) => {
    const stepId = stepOf.get(key);
    return stepId === undefined ? [] : [[stepId, partWords(trace, side, captureNames)] as const];
  });
  return {
    steps: steps.map((step) => noted(step, questions, assumed)),
    ...seenIn(told, stepOf),
    contradictions,
    dropped,
  };
}

/** Above this a process would have more steps than one can have. */
const mostActivities = 250;
/** In all stories together: it bounds how long mining takes. */
const mostStorySteps = 40_000;

/** As many stories of each telling as there is room for, at least one. Those with few turns come first. */
function withinBounds(tellings: readonly Telling[]): Telling[] {
  const room = mostStorySteps / Math.max(1, tellings.length);
  return tellings.map((telling) => {
    let steps = 0;
    return { ...telling, stories: telling.stories.filter((story, i) => (steps += story.steps.length) <= room || i === 0) };
  });
}

/** As many texts as a step takes. */
const mostTexts = 100;

function noted(step: Step, questions: readonly (readonly [string, string])[], assumed: readonly (readonly [string, string])[]): Step {
  const of = (all: readonly (readonly [string, string])[]) => all.flatMap(([id, text]) => (id === step.id ? text : []));
  const texts = (all: readonly string[]) => (all.length > 0 ? [...new Set(all)].slice(0, mostTexts) : null);
  return {
    ...step,
    openQuestions: texts([...(step.openQuestions ?? []), ...of(questions)]),
    assumptions: texts([...(step.assumptions ?? []), ...of(assumed)]),
  };
}

function partWords({ story }: ToldTrace, side: "start" | "end", captureNames: ReadonlyMap<string, string>): string {
  const who = (story.person ?? captureNames.get(story.captureId) ?? "One capture").slice(0, 200);
  return side === "start"
    ? `${who} starts here. What others tell before is taken as coming before.`
    : `${who} stops here. What others tell after is taken as coming after.`;
}

/** The name of the start that most captures tell. */
function startOf(traces: readonly ToldTrace[]) {
  const starts = traces.flatMap(({ story }) => {
    const [first] = story.steps;
    return first?.kind === "start" ? [{ title: first.title, capture: story.captureId, evidenceIds: first.evidenceIds }] : [];
  });
  const by = [...Map.groupBy(starts, ({ title }) => activityKey(title)).values()];
  const captures = (all: typeof starts) => new Set(all.map(({ capture }) => capture)).size;
  const [most = []] = by.toSorted((a, b) => captures(b) - captures(a));
  return { title: most[0]?.title ?? null, evidenceIds: [...new Set(most.flatMap(({ evidenceIds }) => evidenceIds))] };
}

function seenIn(traces: readonly ToldTrace[], stepOf: ReadonlyMap<string, string>): Pick<MinedProcess, "captures" | "seen" | "seenFlows"> {
  const seen = new Map<string, Set<string>>();
  const flows = new Map<string, { from: string; to: string; captures: Set<string> }>();
  for (const { story, steps } of traces) {
    const ids = steps.flatMap(({ key }) => stepOf.get(key) ?? []);
    for (const [i, id] of ids.entries()) {
      seen.set(id, (seen.get(id) ?? new Set()).add(story.captureId));
      const to = ids[i + 1];
      if (to === undefined) continue;
      const name = JSON.stringify([id, to]);
      const flow = flows.get(name) ?? { from: id, to, captures: new Set() };
      flow.captures.add(story.captureId);
      flows.set(name, flow);
    }
  }
  return {
    captures: new Set(traces.map(({ story }) => story.captureId)).size,
    seen: [...seen].map(([stepId, { size }]) => ({ stepId, captures: size })),
    seenFlows: [...flows.values()].map(({ from, to, captures }) => ({ from, to, captures: captures.size })),
  };
}
