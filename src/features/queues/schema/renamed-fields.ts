/**
 * What fields were called before a person renamed them. Between two that kept their names and their order, as many others as before are those, renamed:
 * where fields were removed or added among them, that cannot be told.
 */
export function renamedFields(before: readonly string[], after: readonly string[]): ReadonlyMap<string, string> {
  const [were, are] = [runsOf(before, after), runsOf(after, before)];
  if (were.kept.join("\n") !== are.kept.join("\n")) return new Map();
  return new Map(
    are.runs.flatMap((run, at) =>
      run.length === were.runs[at]?.length ? run.map((name, nth) => [name, were.runs[at]?.[nth] ?? ""] as const) : [],
    ),
  );
}

/** The names that the other list has too, and what is before, between and after them. */
function runsOf(names: readonly string[], others: readonly string[]): { kept: string[]; runs: string[][] } {
  const kept: string[] = [];
  const runs: string[][] = [[]];
  for (const name of names)
    if (others.includes(name)) {
      kept.push(name);
      runs.push([]);
    } else runs.at(-1)?.push(name);
  return { kept, runs };
}
