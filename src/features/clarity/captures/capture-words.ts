import { artifactTypeOf, calledAs } from "#contract/clarity/artifact-imports.ts";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import { isAudio, mediaOf } from "#contract/clarity/media.ts";
import { counted } from "#ui/counted.ts";

/** A drawing made elsewhere: a map that was read by its elements, or a picture from which nothing was read. */
export function drawingOf({ documentFileName }: Pick<ClarityCapture, "documentFileName">): "map" | "picture" | undefined {
  const type = artifactTypeOf(documentFileName ?? "");
  if (type === undefined) return undefined;
  return type === "application/xml" ? "map" : "picture";
}

const drawings = { map: "Process map", picture: "Picture" };
const kinds: Readonly<Record<string, string>> = { interview: "Interview", document: "Document", video: "Video" };

/** Of a video that was added as its words only, there is a transcript. */
export const isTranscript = ({ type, videoUrl }: Pick<ClarityCapture, "type" | "videoUrl">) => type === "video" && videoUrl === null;

export function captureKind(capture: Pick<ClarityCapture, "type" | "videoUrl" | "documentFileName">): string {
  const drawing = drawingOf(capture);
  if (drawing) return drawings[drawing];
  const media = capture.videoUrl === null ? undefined : mediaOf(capture.documentFileName ?? "");
  if (media && isAudio(media)) return "Audio";
  return isTranscript(capture) ? "Transcript" : (kinds[capture.type] ?? capture.type);
}

/** What is still missing of a capture. Undefined: nothing. */
export function stateInWords({ status }: Pick<ClarityCapture, "status">): string | undefined {
  const words: { readonly [S in ClarityCapture["status"]]?: string } = {
    recording: "In progress",
    processing: "Transcribing",
    failed: "Not transcribed",
  };
  return words[status];
}

/** What a capture is called: its file, or who was interviewed. */
export function captureTitle({ documentFileName, userName }: Pick<ClarityCapture, "documentFileName" | "userName">): string {
  return documentFileName ? calledAs(documentFileName) : (userName ?? "Former member");
}

/** The same as the name of a page. */
export function captureName(capture: Pick<ClarityCapture, "documentFileName" | "userName" | "type">): string {
  return capture.type === "interview" ? `Interview with ${captureTitle(capture)}` : captureTitle(capture);
}

/** "20,000 passages" of a document, "58 messages" of what people said. */
export function unitsInWords({ type }: Pick<ClarityCapture, "type">, count: number): string {
  return type === "document" ? counted(count, "passage", "passages") : counted(count, "message", "messages");
}
