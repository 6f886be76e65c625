/**
 * What fields were called before a person renamed them. Between two that kept their names and their order, as many others as before are those, renamed:
 * where fields were removed or added among them, that cannot be told.
 */
function renamedFields(before: readonly string[], after: readonly string[]): ReadonlyMap<string, string> {
  const [were, are] = [runsOf(before, after), runsOf(after, before)];
  if (were.kept.join("\n") !== are.kept.join("\n")) return new Map();
  return new Map(
    are.runs.flatMap((run, at) =>
      run.length === were.runs[at]?.length ? run.map((name, nth) => [name, were.runs[at]?.[nth] ?? ""] as const) : [],
    ),
  );
}

/** Fields by their names, in their order, with what each was called at first; undefined for one that was added. */
export type FirstNames = ReadonlyMap<string, string | undefined>;

export const firstNames = (names: readonly string[]): FirstNames => new Map(names.map((name) => [name, name]));

/** The same after a change. A person makes one at a time, so that what was renamed is told from what was removed beside it. */
export function namesAfter(known: FirstNames, names: readonly string[]): FirstNames {
  const renamed = renamedFields([...known.keys()], names);
  return new Map(names.map((name) => [name, known.get(known.has(name) ? name : (renamed.get(name) ?? ""))]));
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
