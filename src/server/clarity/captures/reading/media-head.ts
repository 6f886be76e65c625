import type { MediaFormat } from "#contract/clarity/media.ts";
import { CaptureUnreadable } from "./read-capture.ts";

/** How much of a recording is looked at. Nothing here plays it: what else is in it is for the browser of whoever plays it. */
export const mediaHeadBytes = 16;

const at = (head: Buffer, first: number, letters: string) => head.subarray(first, first + letters.length).toString("latin1") === letters;
/** MP4, QuickTime and what is made of them begin with a box that says so; old QuickTime files with another one. */
const isBoxed = (head: Buffer) => ["ftyp", "moov", "mdat", "wide", "free", "skip"].some((box) => at(head, 4, box));
/** A frame of MPEG audio begins with eleven bits that are set. */
const isFrame = (head: Buffer) => head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0;

const kinds: Readonly<Record<MediaFormat, { readonly name: string; readonly is: (head: Buffer) => boolean }>> = {
  mp4: { name: "an MP4 video", is: (head) => at(head, 4, "ftyp") },
  m4a: { name: "an M4A recording", is: (head) => at(head, 4, "ftyp") },
  mov: { name: "a QuickTime video", is: isBoxed },
  webm: { name: "a WebM video", is: (head) => head.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3])) },
  mp3: { name: "an MP3 recording", is: (head) => at(head, 0, "ID3") || isFrame(head) },
  wav: { name: "a WAV recording", is: (head) => at(head, 0, "RIFF") && at(head, 8, "WAVE") },
};

/** Throws {@link CaptureUnreadable} where a file does not begin as a recording of this kind. */
export function requireMedia(format: MediaFormat, head: Uint8Array): void {
  const { name, is } = kinds[format];
  if (!is(Buffer.from(head))) throw new CaptureUnreadable(`This file is not ${name}.`);
}
