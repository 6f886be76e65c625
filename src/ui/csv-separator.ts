import { csvRecords } from "./csv-records.ts";

/** The first one is preferred where nothing else decides. */
export const csvSeparators = [",", ";", "\t", "|"] as const;
export type CsvSeparator = (typeof csvSeparators)[number];
export const separatorWords: Readonly<Record<CsvSeparator, string>> = {
  ",": "Comma",
  ";": "Semicolon",
  "\t": "Tab",
  "|": "Vertical bar",
};

/** Records that a guess looks at. */
const lookedAt = 200;

/**
 * The separator that fits the text best: outside quotes it cuts every record into as many cells as the header has, and it leaves cells that
 * look whole. A person sees the guess and can choose another separator.
 */
export function guessSeparator(text: string): CsvSeparator {
  const judged = csvSeparators.map((separator) => ({ separator, ...fitOf(text, separator) }));
  return judged.reduce((best, each) => (each.fit > best.fit || (each.fit === best.fit && each.width > best.width) ? each : best)).separator;
}

/** From 0 to 1: 1 where all records have the same number of cells, and each cell looks whole. */
function fitOf(text: string, separator: CsvSeparator): { fit: number; width: number } {
  const { found, unclosed, strays } = csvRecords(text, separator, lookedAt);
  const width = found[0]?.cells.length ?? 0;
  if (width < 2) return { fit: 0, width };
  const sound = found.filter(({ line, cells }) => cells.length === width && line !== unclosed && !strays.has(line));
  const whole = found.flatMap(({ cells, quoted = [] }) => cells.map((cell, at) => (quoted[at] ? 1 : wholeness(cell, separator))));
  return { fit: (sound.length / found.length) * (whole.reduce((sum, each) => sum + each, 0) / whole.length), width };
}

/** How whole a cell without quotes looks, from 0 to 1: signs of other separators belong to figures, or to prose with a blank behind them. */
function wholeness(cell: string, separator: CsvSeparator): number {
  const blank = cell.startsWith(" ") ? 0.7 : 1;
  const others = csvSeparators.filter((one) => one !== separator && cell.includes(one));
  if (others.length === 0 || isFigure(cell)) return blank;
  if (/[\t|]|[,;](?! )/.test(cell.replaceAll(separator, ""))) return 0;
  return others.includes(";") ? 0.6 * blank : 0.9 * blank;
}

function isFigure(cell: string): boolean {
  return /^ *[-+]?\d[\d.,'’ ]*(?:%|\p{Sc}|[A-Z]{3})?$/u.test(cell);
}
