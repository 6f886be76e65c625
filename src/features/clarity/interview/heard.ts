import { readNotation } from "#contract/clarity/notation/read-notation.ts";
import { activityKey } from "#contract/clarity/notation/story.ts";
import type { Said } from "./said-list.tsx";

export interface HeardStep {
  readonly title: string;
  readonly role: string | null;
  readonly system: string | null;
  /** Positions of the answers that tell it. */
  readonly at: readonly number[];
}

export interface Heard {
  /** In the order in which they are told first. */
  readonly steps: readonly HeardStep[];
  /** Lines of the answers, and those of them that rules read. */
  readonly lines: number;
  readonly read: number;
}

/** What rules read in the answers so far. A model reads the rest when the process is generated. */
export function heardIn(said: readonly Said[]): Heard {
  const units = said
    .filter(({ corrected }) => !corrected)
    .map(({ at, answer }, ordinal) => ({ id: String(at), captureId: "", ordinal, text: answer, person: null }));
  const { tellings, lines, unread } = readNotation(units);
  const told = tellings.flatMap(({ stories }) => stories.flatMap(({ steps }) => steps)).filter(({ title }) => title !== "");
  const steps = [...Map.groupBy(told, ({ title }) => activityKey(title)).values()].flatMap((same) => {
    const [first] = same;
    const at = [...new Set(same.flatMap(({ evidenceIds }) => evidenceIds.map(Number)))].toSorted((a, b) => a - b);
    return first && at.length > 0 ? [{ title: first.title, role: first.role, system: first.system, at }] : [];
  });
  return { steps, lines, read: lines - unread.length };
}
