import { readNotation } from "#contract/clarity/notation/read-notation.ts";
import { activityKey, type CapturedUnit } from "#contract/clarity/notation/story.ts";
import type { Workspace } from "#server/clarity/generation/workspace.ts";

/** What captures say about a task in the printed notation. */
export interface ToldTask {
  /** The one that was named last: who is asked for it answers after the others. */
  readonly system: string | null;
  readonly evidence: readonly string[];
}

/** What is told of a task, by its title. */
export function toldTasks(captures: Workspace["captures"]): (title: string) => ToldTask {
  const units = captures.flatMap(({ id: captureId, units: own }) =>
    own.map(([id, person, text], ordinal): CapturedUnit => ({ id, captureId, ordinal, text, person })),
  );
  const said = new Map<string, { system: string | null; evidence: Set<string> }>();
  for (const { kind, title, system, evidenceIds } of readNotation(units).tellings.flatMap(({ stories }) =>
    stories.flatMap((one) => one.steps),
  )) {
    if (kind !== "task") continue;
    const key = activityKey(title);
    const at = said.get(key) ?? { system: null, evidence: new Set<string>() };
    said.set(key, at);
    at.system = system ?? at.system;
    for (const id of evidenceIds) at.evidence.add(id);
  }
  return (title) => {
    const found = said.get(activityKey(title));
    return { system: found?.system ?? null, evidence: [...(found?.evidence ?? [])] };
  };
}
