import { AudioLines, FileText, Image as ImageIcon, type LucideIcon, MessageSquareText, Video, Workflow } from "lucide-react";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import { captureKind, drawingOf, isTranscript } from "./capture-words.ts";

const icons: Readonly<Record<string, LucideIcon>> = { interview: MessageSquareText, video: Video };
const drawingIcons = { map: Workflow, picture: ImageIcon };

/** What a capture is: its words say so too. */
export function KindIcon({ capture }: { capture: ClarityCapture }) {
  const drawing = drawingOf(capture);
  const icon = captureKind(capture) === "Audio" ? AudioLines : icons[capture.type];
  const Icon = drawing ? drawingIcons[drawing] : isTranscript(capture) ? MessageSquareText : (icon ?? FileText);
  return <Icon size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />;
}
