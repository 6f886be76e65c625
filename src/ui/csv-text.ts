/**
 * A cell that a spreadsheet shows and never computes: what would begin a formula is preceded by an apostrophe, and so is what would be read
 * as such a cell.
 */
export function csvCell(value: string | number | null): string {
  const text = value === null ? "" : String(value);
  const harmless = typeof value === "string" && /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

type Cells = readonly (string | number | null)[];

/** A file of these lines, in parts: of many long lines one text would be too long. */
export function csvText(lines: readonly Cells[]): string[] {
  // With the mark at its start, a spreadsheet reads the file as UTF-8.
  return ["\uFEFF", ...lines.map((line) => `${line.map(csvCell).join(",")}\r\n`)];
}
