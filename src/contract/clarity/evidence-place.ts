import { calledAs } from "./artifact-imports.ts";
import { wordsOf } from "./bpmn-words.ts";
import type { EvidenceLocator, StepSource } from "./step-source.ts";

/** Where in its capture a unit is, in few letters. */
export function placeOf(locator: EvidenceLocator): string {
  if (locator.type === "bpmn_element") return elementKind(locator.elementType) ?? locator.elementId;
  if (locator.type === "document_text_range") {
    const line = `Line ${locator.startLine ?? 1}`;
    return locator.pageNumber === undefined ? line : `Page ${locator.pageNumber}, line ${locator.startLine ?? 1}`;
  }
  const { messageIndex, timestampMs } = locator;
  return timestampMs === undefined ? `Message ${messageIndex + 1}` : clock(timestampMs);
}

const placed = ["bpmn_element", "document_text_range", "transcript_message"];

/** The same as part of a line. Undefined for what has no place in a capture. */
export function placeInLine(locator: StepSource["locator"]): string | undefined {
  return locator && placed.includes(locator.type) ? placeOf(locator as EvidenceLocator).toLocaleLowerCase("en") : undefined;
}

/** Who said it. The page that is named behind it is part of the place. */
export const speakerOf = ({ attribution }: Pick<StepSource, "attribution">): string => calledAs(attribution.replace(/, page \d+$/, ""));

/** "User task" of `bpmn:UserTask`. */
export function elementKind(elementType: string | null | undefined): string | undefined {
  const words = wordsOf(elementType ?? "");
  return words === "" ? undefined : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000);
  const two = (n: number) => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}:${two(seconds % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
