import { capitalized } from "#ui/capitalized.ts";
export interface PlacedIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Each once: two rules of one field can say the same. */
export function issuesInWords(issues: readonly PlacedIssue[]): string {
  const said = issues.map(({ path, message }) => (path.length === 0 ? message : `${partOf(path)}: ${message}`));
  return [...new Set(said)].join("; ");
}

/** The part of a case that is meant, as in `supplier.name`. */
function partOf(path: readonly PropertyKey[]): string {
  const [part, at] = path;
  if (part === "data" && path.length > 1) return path.slice(1).join(".");
  return part === "labels" && at !== undefined ? `Label ${Number(at) + 1}` : capitalized(String(part));
}
