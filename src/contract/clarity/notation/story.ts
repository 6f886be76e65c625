import type { StepSource } from "#contract/clarity/step-source.ts";

/** A unit of a capture, as it is stored: a message, a line, an element. Its text may have several lines. */
export interface CapturedUnit {
  readonly id: string;
  readonly captureId: string;
  /** Its place in the capture, from 0. */
  readonly ordinal: number;
  readonly text: string;
  /** Who said it, where the capture says so: already split off from the text. */
  readonly person: string | null;
  readonly locator?: StepSource["locator"];
}

/** A way that was taken at a choice, as it was told. */
export interface Decision {
  /** The choice, by the unit of its first `if`. Ways with the same choice exclude each other. */
  readonly choice: string;
  /** Null: otherwise. */
  readonly condition: string | null;
  readonly evidenceId: string;
}

/** Something that a story says happens. */
export interface StoryStep {
  readonly kind: "start" | "task" | "end";
  readonly title: string;
  readonly role: string | null;
  readonly system: string | null;
  /** Empty where it was not said: an end that has no name. */
  readonly evidenceIds: readonly string[];
  /** The ways taken to come here from the step before. */
  readonly when: readonly Decision[];
}

/** One run of the process, in the order in which a witness tells it. */
export interface Story {
  readonly captureId: string;
  readonly person: string | null;
  readonly steps: readonly StoryStep[];
  /** The ways taken after the last step, where the story stops without an end. */
  readonly after: readonly Decision[];
}

/** What a witness tells in one go: all ways of it, each as a story. */
export interface Telling {
  readonly captureId: string;
  readonly person: string | null;
  readonly stories: readonly Story[];
  /** Pairs of {@link activityKey} that the witness says run at the same time. */
  readonly together: readonly (readonly [string, string])[];
}

/** The same activity in the words of two witnesses: without case, articles and marks. */
export function activityKey(title: string): string {
  const words = title
    .normalize("NFKC")
    .toLocaleLowerCase("en")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "" && word !== "the" && word !== "a" && word !== "an");
  return words.join(" ") || title.toLocaleLowerCase("en");
}
