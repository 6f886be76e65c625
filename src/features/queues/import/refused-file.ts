import { csvLine, csvMark } from "#contract/export.ts";
import { issuesInWords, type PlacedIssue } from "#features/queues/row-issues.ts";
import type { SavedFile } from "#ui/save-file.ts";
import { reasonHead } from "./read-csv-file.ts";

interface Refused {
  readonly cells: readonly string[];
  readonly quoted?: readonly number[] | undefined;
  readonly issues: readonly PlacedIssue[];
}

/** Refused rows as they stand in their file, each with the reason behind it: to be mended, and imported again. */
export function refusedFile(header: readonly string[], rows: readonly Refused[]): SavedFile {
  const lines = rows.map(({ cells, quoted = [], issues }) => {
    const inQuotes = new Set(quoted);
    return [...cells.map((cell, at) => (inQuotes.has(at) ? { quoted: cell } : cell)), issuesInWords(issues)];
  });
  return { name: "left-out.csv", type: "text/csv;charset=utf-8", parts: [csvMark, ...[[...header, reasonHead], ...lines].map(csvLine)] };
}
