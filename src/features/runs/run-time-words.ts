import type { RunStretch, StretchKind } from "#contract/runs/run-time.ts";
import { durationOf } from "#ui/duration.tsx";

const waiting = 2;
export const laneOf: Record<StretchKind, 0 | 1 | 2> = {
  model: 0,
  tool: 1,
  program: 1,
  approval: waiting,
  question: waiting,
  sub_agent: waiting,
  place: waiting,
  retry: waiting,
};

const many: Record<StretchKind, string> = {
  model: "answers of the model",
  tool: "calls of tools",
  program: "parts of the program",
  approval: "waits for an approval",
  question: "waits for an answer",
  sub_agent: "waits for another agent",
  place: "waits for a free worker",
  retry: "waits for the next try",
};

const things: Partial<Record<StretchKind, string>> = {
  approval: "an approval",
  question: "an answer",
  sub_agent: "another agent",
  place: "a free worker",
  retry: "the next try",
};

type Told = Pick<RunStretch, "kind" | "name" | "count" | "ended_at">;

function waitedFor({ kind, name, ended_at }: Told): readonly [verb: string, thing: string] | undefined {
  const thing = things[kind];
  return thing === undefined ? undefined : [ended_at === null ? "Waits" : "Waited", kind === "sub_agent" ? (name ?? thing) : thing];
}

/** What a part of a run's time is, as in "Waited for an approval" or "12 calls of tools". */
export function stretchWords(part: Told): string {
  const wait = waitedFor(part);
  if (part.count > 1) return `${part.count.toLocaleString("en")} ${many[part.kind]}`;
  if (wait) return wait.join(" for ");
  return part.kind === "tool" ? (part.name ?? "Tool") : part.kind === "program" ? "Program" : "Model";
}

export interface TimedPart extends RunStretch {
  /** Milliseconds from the start of the run. */
  readonly from: number;
  readonly to: number;
}

/** The parts of a run's time by how far they are from its start. `grown`: for how long what lasts has gone on since it was read. */
export function timedParts(stretches: readonly RunStretch[], grown: number): TimedPart[] {
  const start = Date.parse(stretches[0]?.started_at ?? "");
  return stretches.map((stretch) => {
    const from = Date.parse(stretch.started_at) - start;
    if (stretch.ended_at !== null) return { ...stretch, from, to: Date.parse(stretch.ended_at) - start };
    return { ...stretch, from, to: from + stretch.ms + grown, ms: stretch.ms + grown };
  });
}

/** What each lane comes to. */
export function laneTotals(parts: readonly TimedPart[]): readonly string[] {
  return [0, 1, waiting].map((lane) => {
    const ms = parts.reduce((sum, part) => sum + (laneOf[part.kind] === lane ? part.ms : 0), 0);
    return ms === 0 ? "–" : durationOf(ms);
  });
}

/** What took most of the time, at most three, each of them a tenth of it at least and a second. */
export function longestParts(parts: readonly TimedPart[], whole: number): TimedPart[] {
  return parts
    .filter(({ count, ms }) => count === 1 && ms >= Math.max(1000, whole / 10))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 3);
}

/** As in "Waited 2h 10m for an approval" or "read_file 3m". */
export function longestWords(part: TimedPart): string {
  const wait = waitedFor(part);
  return wait ? `${wait[0]} ${durationOf(part.ms)} for ${wait[1]}` : `${stretchWords(part)} ${durationOf(part.ms)}`;
}

const minute = 60_000;
const tops = [1, 2, 5, 15, 60, 180, 720, 1440].map((minutes) => minutes * minute);

/** Where the axis ends: with the run, or while one looks how it goes on, so far away that it seldom has to grow. */
export function axisTop(whole: number, live: boolean): number {
  if (!live) return whole;
  return tops.find((top) => top >= whole) ?? Math.ceil(whole / (7 * 1440 * minute)) * 7 * 1440 * minute;
}
