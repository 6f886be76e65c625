import type { CapturedUnit, Telling } from "./story.ts";
import { storiesOf } from "./told-stories.ts";
import { toldPrograms, type UnreadLine } from "./told-program.ts";

export interface ReadNotation {
  /** One for each witness and each time that they start with 1. Empty where no line has a printed form. */
  readonly tellings: readonly Telling[];
  /** Lines with something on them. */
  readonly lines: number;
  readonly unread: readonly UnreadLine[];
  /** How many lines have a printed form, such as “17 of 58 lines”. */
  readonly summary: string;
  /** Tellings whose ways are too many to follow all. */
  readonly cut: number;
}

/**
 * Reads the units of one capture or of several in the printed notation. Leave out what an interviewer asked: its lines would be counted. Never
 * throws: a line that has no printed form is counted and named.
 */
export function readNotation(units: readonly CapturedUnit[]): ReadNotation {
  const captures = [...Map.groupBy(units, ({ captureId }) => captureId).values()].map(toldPrograms);
  const tellings = captures.flatMap(({ told }) => told.map(storiesOf));
  const lines = captures.reduce((sum, capture) => sum + capture.lines, 0);
  const unread = captures.flatMap((capture) => capture.unread);
  const summary = `${lines - unread.length} of ${lines} ${lines === 1 ? "line" : "lines"}`;
  return { tellings, lines, unread, summary, cut: tellings.filter(({ whole }) => !whole).length };
}
