import { dashed } from "#sdk/names.ts";
import type { Reference, ReferenceEntry } from "#sdk/reference/reference.ts";

export interface AreaOfOperations {
  readonly name: string;
  readonly words: string;
  readonly operations: readonly ReferenceEntry[];
}

/** The operations that have every word of the search in their summary, name, area or command, by area. A word with a slash is looked for in addresses. */
export function operationsMatching({ areas, operations }: Reference, search: string): AreaOfOperations[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  const of = Map.groupBy(
    operations.filter((operation) =>
      wanted.every((word) => (word.includes("/") ? operation.path.toLowerCase() : textOf(operation)).includes(word)),
    ),
    ({ area }) => area,
  );
  return areas.flatMap(({ name, words }) => {
    const found = of.get(name);
    return found ? [{ name, words, operations: found }] : [];
  });
}

function textOf({ name, area, summary, method, sdk }: ReferenceEntry): string {
  const called = sdk ? `${sdk.noun}.${sdk.verb} ${dashed(sdk.noun)} ${dashed(sdk.verb)}` : "";
  return `${summary} ${name} ${area} ${method} ${called}`.toLowerCase();
}
