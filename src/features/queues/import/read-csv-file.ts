import { maxImportRows, RowCells } from "#contract/queues/case-imports.ts";
import { type CsvTable, parseCsv } from "#ui/csv.ts";
import type { CsvRow } from "#ui/csv-records.ts";
import type { CsvSeparator } from "#ui/csv-separator.ts";
import { columnLetters } from "./column-choice.ts";

const maxImportBytes = 10_000_000;

/** What a file says, before it is cut into cells. */
export interface CsvText {
  readonly name: string;
  readonly text: string;
  /** About how its bytes were read. */
  readonly note?: string;
}
interface Refusal {
  readonly refusal: string;
}

/** A file that was read, or the sentence that says why not. */
export type ReadFile = (CsvText & { readonly table: CsvTable }) | Refusal;

export async function readCsvFile(file: File): Promise<ReadFile> {
  if (file.size > maxImportBytes) return { refusal: `${file.name} has more than 10 MB. Split it into smaller files.` };
  const bytes = await file.arrayBuffer();
  const other = otherKind(new Uint8Array(bytes));
  if (other) return { refusal: `${file.name} ${other}` };
  const read = { name: file.name, ...decoded(bytes) };
  if (isJson(read.text)) return { refusal: `${file.name} is JSON. Import a CSV, or add the cases through the API.` };
  const cut = cutText(read);
  return "refusal" in cut ? cut : { ...read, ...cut };
}

/** The text in cells. Without a `separator` that a person chose it is guessed. */
export function cutText({ name, text }: CsvText, separator?: CsvSeparator): { readonly table: CsvTable } | Refusal {
  const table = parseCsv(text, separator);
  if (table.unclosed !== undefined)
    return { refusal: `${name} is incomplete: the quote in line ${table.unclosed.toLocaleString("en")} has no end.` };
  if (table.rows.length === 0)
    return { refusal: `${name} has no rows. The first line has the column names, and each line below is one case.` };
  if (table.rows.length > maxImportRows) {
    const count = table.rows.length.toLocaleString("en");
    return { refusal: `${name} has ${count} rows. Split it into files of at most ${maxImportRows.toLocaleString("en")}.` };
  }
  const refusal = whyNot(table);
  return refusal ? { refusal: `${name}: ${refusal}` } : { table: asWritten(table) };
}

/** The first line that could not be handed over as it stands. */
function whyNot({ header, rows }: CsvTable): string | undefined {
  for (const { line, cells } of [{ line: 1, cells: header }, ...rows]) {
    const [issue] = RowCells.safeParse(cells).error?.issues ?? [];
    if (issue === undefined) continue;
    const [column] = issue.path;
    const where = typeof column === "number" ? `line ${line}, column ${columnLetters(column)}` : `line ${line} has too many columns`;
    return `${where}. ${issue.message}.`;
  }
  return undefined;
}

/** Files that people take for a table, by the bytes that they start with. */
const otherKinds = [
  { start: [0x50, 0x4b, 0x03, 0x04], is: "is a workbook or a ZIP file. Save the sheet as CSV and import that." },
  { start: [0xd0, 0xcf, 0x11, 0xe0], is: "is a workbook. Save the sheet as CSV and import that." },
  { start: [0x25, 0x50, 0x44, 0x46], is: "is a PDF. Import a CSV." },
];

function otherKind(bytes: Uint8Array): string | undefined {
  return otherKinds.find(({ start }) => start.every((byte, at) => bytes[at] === byte))?.is;
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Spreadsheets save UTF-8, “Unicode text” with its byte order mark in front, or what Windows had before both. */
function decoded(bytes: ArrayBuffer): { text: string; note?: string } {
  const utf16 = utf16Of(new Uint8Array(bytes));
  if (utf16) return { text: new TextDecoder(utf16).decode(bytes) };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    const note = "The file is not UTF-8 and was read as Windows-1252. Check letters with accents before you import.";
    return { text: new TextDecoder("windows-1252").decode(bytes), note };
  }
}

/** So many bytes tell in which way a file is written. */
const looked = 10_000;

/**
 * By its mark, or by its zeros where it has none: one half of each plain letter and separator is zero, always the same, and a text in any other way
 * has none. Other letters seldom have one.
 */
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const zeros = [0, 0];
  for (const [at, byte] of bytes.subarray(0, looked).entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [high = 0, low = 0] = zeros;
  const few = Math.min(bytes.length, looked) / 80;
  if (low > few && high < low / 4) return "utf-16le";
  return high > few && low < high / 4 ? "utf-16be" : undefined;
}

/** The last column of a file of rows that were left out. It is for people, and no import takes it. */
export const reasonHead = "Left out because";

function asWritten({ header, rows, ...rest }: CsvTable): CsvTable {
  const reasons = header.indexOf(reasonHead);
  const without = (row: CsvRow) => {
    if (reasons < 0 || row.cells.length !== header.length) return row;
    const { quoted } = row;
    return { ...row, cells: row.cells.toSpliced(reasons, 1), ...(quoted ? { quoted: quoted.toSpliced(reasons, 1) } : {}) };
  };
  return {
    ...rest,
    header: reasons < 0 ? header : header.toSpliced(reasons, 1),
    rows: rows.map((row) => {
      const kept = without(row);
      return { ...kept, cells: kept.cells.map(unmarked) };
    }),
  };
}

/** What an export marks, so that no spreadsheet takes it for a formula, is read as it was. */
function unmarked(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}
