import type { CapturedUnit, Telling } from "./story.ts";
import { storiesOf } from "./told-stories.ts";
import { toldPrograms, type UnreadLine } from "./told-program.ts";

export interface ReadNotation {
  /** One for each witness and each time that they start with 1. Empty where no line has a printed form. */
  readonly tellings: readonly Telling[];
  /** Lines with something on them. */
  readonly lines: number;
  readonly unread: readonly UnreadLine[];
  /** Such as “41 of 58 lines were not in this form”. */
  readonly summary: string;
  /** Tellings whose ways are too many to follow all. */
  readonly cut: number;
}

/**
 * Reads the units of one capture in the printed notation. Leave out what an interviewer asked: its lines would be counted. Never throws: a line that
 * has no printed form is counted and named.
 */
export function readNotation(units: readonly CapturedUnit[]): ReadNotation {
  const { told, lines, unread } = toldPrograms(units);
  const tellings = told.map(storiesOf);
  return { tellings, lines, unread, summary: unreadWords(unread.length, lines), cut: tellings.filter(({ whole }) => !whole).length };
}

/** How many lines no rule reads, over several captures too. */
export function unreadWords(unread: number, lines: number): string {
  return `${unread} of ${lines} ${lines === 1 ? "line" : "lines"} ${unread === 1 ? "was" : "were"} not in this form`;
}
