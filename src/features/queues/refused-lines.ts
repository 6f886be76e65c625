import { ApiError } from "#api/client.ts";
import { type ImportRow, partOf } from "./case-import.ts";

/** What the service found wrong, by the lines of the file; undefined where it is not about rows. */
export function refusedLines(error: unknown, rows: readonly ImportRow[]): string | undefined {
  const issues = error instanceof ApiError ? error.issues : [];
  const said = issues.flatMap(({ path, message }) => {
    const [at, ...place] = path.slice(path.indexOf("cases") + 1);
    const row = path.includes("cases") ? rows[Number(at)] : undefined;
    return row ? [`Line ${row.line}: ${partOf(place)}: ${message}`] : [];
  });
  return said.length === 0 ? undefined : said.slice(0, 5).join("; ");
}
