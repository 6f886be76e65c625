/** A cell that a spreadsheet shows and never computes: what would begin a formula is preceded by an apostrophe. */
export function csvCell(value: string | number | null): string {
  const text = value === null ? "" : String(value);
  const harmless = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
