import { type Declaration, declarationsOf, filesOfService, linesChangedBy, textOf } from "./declarations.ts";

/** How far from the declaration of an operation the code lies that a change of it is looked for in. */
const steps = { contract: 1, service: 2 };

/**
 * The operations whose code the last commits changed: what declares and handles each of them, and what that names in the same area, a step or two far:
 * shapes, helpers, the statements of the store. It is read from the text and knows no more than names.
 */
export function touchedOperations(names: readonly string[], commits: number): Set<string> {
  const changed = linesChangedBy(commits);
  const isChanged = ({ file, from, to }: Declaration) => changed.get(file)?.some((lines) => lines.from < to && lines.to > from) ?? false;
  const declarations = filesOfService().flatMap((file) => declarationsOf(file, textOf(file)));
  const byName = Map.groupBy(declarations, ({ name }) => name);
  const byArea = Map.groupBy(
    declarations.filter(({ top }) => top),
    areaOf,
  );
  const named = new Map([...byArea].map(([area, all]) => [area, Map.groupBy(all, ({ name }) => name)]));

  function isTouched(first: Declaration): boolean {
    const area = areaOf(first);
    const seen = new Set([first]);
    let last = [first];
    for (let left = first.file.startsWith("src/contract/") ? steps.contract : steps.service; ; left--) {
      if (last.some(isChanged)) return true;
      if (left === 0) return false;
      const next = last.flatMap(({ words }) => [...words].flatMap((word) => named.get(area)?.get(word) ?? []));
      last = [...new Set(next)].filter((one) => !seen.has(one));
      for (const one of last) seen.add(one);
    }
  }
  return new Set(names.filter((name) => byName.get(name)?.some(isTouched)));
}

/** The area with its tree: `contract/queues`, `server/queues`. */
const areaOf = ({ file }: Declaration): string => file.split("/").slice(1, 3).join("/");
