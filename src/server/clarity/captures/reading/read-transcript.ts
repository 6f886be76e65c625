import type { CaptureMessage } from "#contract/clarity/capture.ts";
import { CaptureUnreadable, type ReadCapture, type Unit } from "./read-capture.ts";
import { maxUnits, readable } from "./text-document.ts";

const timing = /^\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,](\d{3})[ \t]+-->/;
/** WebVTT names who speaks in a mark, SubRip as people write it. */
const voice = /^<v(?:\.[^\s>]*)?\s+([^>]{1,100})>/;
const spoken = /^(\p{Lu}[\p{L}\p{M} .'’-]{0,40}):\s+(?=\S)/u;

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", lrm: "", rlm: "" };

/** The cues of a transcript (WebVTT, SubRip): a message each, with its second and who speaks. */
export function readTranscript(source: string): ReadCapture {
  const messages: CaptureMessage[] = [];
  const units: Unit[] = [];
  const lines = readable(source)
    .replace(/^\ufeff/, "")
    .split("\n");
  for (let at = 0; at < lines.length; at++) {
    const start = timing.exec(lines[at] ?? "");
    if (!start) continue;
    const cue: string[] = [];
    while (at + 1 < lines.length && (lines[at + 1] ?? "").trim() !== "") cue.push(lines[++at] ?? "");
    const { person, text } = said(cue.join(" ").trim());
    if (text === "") continue;
    if (messages.length === maxUnits) throw new CaptureUnreadable(`This transcript has more than ${maxUnits.toLocaleString("en")} cues.`);
    const timestampMs = millisecondsOf(start);
    units.push({ locator: { type: "transcript_message", messageIndex: messages.length, timestampMs }, text, person });
    messages.push({ source: "user", ...(person !== null && { speakerName: person }), message: text, timestamp: timestampMs });
  }
  if (units.length === 0) throw new CaptureUnreadable("This transcript has no cues with times. Use WebVTT or SubRip, or add it as text.");
  const videoTranscript = units.map(({ person, text }) => (person === null ? text : `${person}: ${text}`)).join("\n");
  return { transcript: messages, videoTranscript, places: null, units };
}

function millisecondsOf([, hours = "0", minutes, seconds, milliseconds]: RegExpExecArray): number {
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(milliseconds);
}

function said(cue: string): { person: string | null; text: string } {
  const marked = voice.exec(cue)?.[1];
  const plain = cue
    .replace(/<[^<>]{0,200}>/g, "")
    .replace(/&([a-z]{2,4});/g, (whole, name: string) => named[name] ?? whole)
    .replace(/\s+/g, " ")
    .trim();
  if (marked !== undefined) return { person: marked.trim(), text: plain };
  const written = spoken.exec(plain);
  return written ? { person: written[1] ?? null, text: plain.slice(written[0].length) } : { person: null, text: plain };
}
