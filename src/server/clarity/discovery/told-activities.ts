import { activityKey, type Story, type StoryStep, type Telling } from "#contract/clarity/notation/story.ts";
import { pairKey } from "./pairs.ts";
import type { TraceStep } from "./mine-tree.ts";

/** A step of a story by the key of its activity. `told` is absent where it was taken over from another witness. */
export interface ToldStep extends TraceStep {
  readonly told?: StoryStep;
}

/** A story as the miner reads it. Its start is no activity: a process has one start event. */
export interface ToldTrace {
  /** A capture, or a person in it. */
  readonly witness: string;
  readonly story: Story;
  readonly startTold: boolean;
  readonly steps: readonly ToldStep[];
  readonly after: Story["after"];
}

export interface ToldActivities {
  readonly traces: readonly ToldTrace[];
  readonly together: ReadonlySet<string>;
}

/** What ends a story is an activity that nothing follows. */
export const endKey = (title: string): string => `end\n${activityKey(title)}`;
export const isEndKey = (key: string): boolean => key.startsWith("end\n");

/** One activity has one role within a story: the same words with two roles are two activities. */
export function toldActivities(tellings: readonly Telling[]): ToldActivities {
  const stories = tellings.flatMap((telling) => telling.stories);
  const shared = new Set(stories.flatMap(keysWithRoles));
  const keyOf = ({ kind, title, role }: StoryStep) => {
    const key = activityKey(title);
    if (kind === "end") return endKey(title);
    return shared.has(key) && role !== null ? `${key}\n${activityKey(role)}` : key;
  };
  const keys = new Set(stories.flatMap(({ steps }) => steps.map(keyOf)));
  const byWords = Map.groupBy(
    [...keys].filter((key) => !isEndKey(key)),
    (key) => key.split("\n")[0],
  );
  const variants = (key: string) => byWords.get(key) ?? [];
  const pairs = tellings.flatMap(({ together }) => together);
  return {
    traces: stories.map((story) => ({
      witness: JSON.stringify([story.captureId, story.person]),
      story,
      startTold: story.steps[0]?.kind === "start",
      steps: story.steps.flatMap((told) => (told.kind === "start" ? [] : { key: keyOf(told), when: told.when, told })),
      after: story.after,
    })),
    together: new Set(pairs.flatMap(([a, b]) => variants(a).flatMap((one) => variants(b).map((other) => pairKey(one, other))))),
  };
}

function keysWithRoles({ steps }: Story): string[] {
  const roles = new Map<string, Set<string>>();
  for (const { kind, title, role } of steps) {
    if (kind !== "task" || role === null) continue;
    const key = activityKey(title);
    roles.set(key, (roles.get(key) ?? new Set()).add(activityKey(role)));
  }
  return [...roles].flatMap(([key, { size }]) => (size > 1 ? key : []));
}
