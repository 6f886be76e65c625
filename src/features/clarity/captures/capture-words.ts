import type { ClarityCapture } from "#contract/clarity/capture.ts";
import type { EvidenceLocator } from "#contract/clarity/evidence.ts";

const kinds: Readonly<Record<string, string>> = { interview: "Interview", document: "Document", video: "Video" };

export const captureKind = ({ type }: Pick<ClarityCapture, "type">) => kinds[type] ?? type;

/** What a capture is called: its file, or who was interviewed. */
export function captureTitle({ documentFileName, userName }: Pick<ClarityCapture, "documentFileName" | "userName">): string {
  return documentFileName ?? userName ?? "Former member";
}

/** Where in its capture a unit is, in few letters. */
export function placeOf(locator: EvidenceLocator): string {
  if (locator.type === "bpmn_element") return locator.elementId;
  if (locator.type === "document_text_range") {
    const line = `Line ${locator.startLine ?? 1}`;
    return locator.pageNumber === undefined ? line : `Page ${locator.pageNumber}, line ${locator.startLine ?? 1}`;
  }
  const { messageIndex, timestampMs } = locator;
  return timestampMs === undefined ? `Message ${messageIndex + 1}` : clock(timestampMs);
}

function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000);
  const two = (n: number) => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}:${two(seconds % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
