import { activityKey, type StoryStep } from "#contract/clarity/notation/story.ts";
import type { Step } from "#contract/clarity/step.ts";

/** Steps that a told activity can be: those that cite its words, of them those with its title, else those with its title. */
export function stepsTold(steps: readonly Step[]): (told: Pick<StoryStep, "kind" | "title" | "evidenceIds">) => readonly Step[] {
  const citing = new Map<string, Set<Step>>();
  const titled = new Map<string, Set<Step>>();
  const add = (map: Map<string, Set<Step>>, key: string, step: Step) => map.set(key, (map.get(key) ?? new Set()).add(step));
  for (const step of steps) {
    add(titled, activityKey(step.title), step);
    for (const { evidenceId } of step.sources) if (evidenceId !== undefined) add(citing, evidenceId, step);
  }
  return ({ kind, title, evidenceIds }) => {
    const isKind = (step: Step) =>
      kind === "task" ? step.nodeType === "task" : step.nodeType === "event" && (kind === "start") === (step.nodeSubtype === "start");
    const cited = [...new Set(evidenceIds.flatMap((id) => [...(citing.get(id) ?? [])]))].filter(isKind);
    const sameTitle = [...(titled.get(activityKey(title)) ?? [])].filter(isKind);
    const both = cited.filter((step) => sameTitle.includes(step));
    return both.length > 0 ? both : cited.length > 0 ? cited : sameTitle;
  };
}
