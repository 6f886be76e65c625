import type { ClarityCapture } from "#contract/clarity/capture.ts";
import { placeInLine, speakerOf } from "#contract/clarity/evidence-place.ts";
import type { StepSource } from "#contract/clarity/step-source.ts";
import { captureTitle } from "#features/clarity/captures/capture-words.ts";

export type CaptureTitles = ReadonlyMap<string, string>;

export const titlesOf = (captures: readonly ClarityCapture[]): CaptureTitles =>
  new Map(captures.map((capture) => [capture.id, captureTitle(capture)]));

/** Who said it, and in which capture: “AP clerk, interview.vtt”. The page is part of the place. */
export function saidBy(source: StepSource, titles: CaptureTitles): string {
  const person = speakerOf(source);
  const title = source.captureId === undefined ? undefined : titles.get(source.captureId);
  return title === undefined || person.includes(title) ? person : `${person}, ${title}`;
}

/** Where in its capture a quote is, or why it is in none. */
export function foundAt({ locator, resolutionStatus }: StepSource): string {
  if (resolutionStatus === "manual") return "said in Caseload";
  if (resolutionStatus !== "resolved") return locator?.type === "unresolved" && locator.reason ? locator.reason : "Not found in a capture.";
  return placeInLine(locator) ?? "";
}

/** “a, b, c and 2 more”. */
export function listed(words: readonly string[], most: number): string {
  if (words.length <= most) return words.join(", ");
  return `${words.slice(0, most).join(", ")} and ${words.length - most} more`;
}
