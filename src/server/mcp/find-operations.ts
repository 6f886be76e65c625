import type { Offered } from "./tools.ts";

const mostFound = 25;

/** All operations in as few words as tell them apart: the first clause of each summary without articles and what comes with the thing, by area. */
export function wholeIndex(all: readonly Offered[]): string {
  return [...Map.groupBy(all, ({ endpoint }) => endpoint.area)]
    .map(
      ([area, some]) =>
        `# ${area}\n${some.map(({ tool: { name, description } }) => `${name}: ${firstClause(description ?? "")}`).join("\n")}`,
    )
    .join("\n");
}

function firstClause(summary: string): string {
  const [clause = ""] = summary.split(/[,;:(]|\. | with its /);
  return clause.trim().replace(/\b(a|an|the) /gi, "");
}

/** Those that have most of the words in their name, then in what is said of them. */
export function findOperations(all: readonly Offered[], query: string): readonly Offered[] {
  const wanted = wordsOf(query);
  return all
    .map((one) => ({ one, score: scoreOf(one, wanted) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, mostFound)
    .map(({ one }) => one);
}

function scoreOf({ tool: { name, description = "" }, endpoint: { area } }: Offered, wanted: readonly string[]): number {
  const inName = wordsOf(name);
  const said = wordsOf(`${description} ${area}`);
  const scores = wanted.map((word) => (inName.some((part) => alike(part, word)) ? 3 : said.some((part) => alike(part, word)) ? 1 : 0));
  const sum = scores.reduce<number>((all, score) => all + score, 0);
  // Of two with the same words the shorter name says nothing else.
  return sum === 0 ? 0 : sum - inName.length / 100;
}

/** As in "stopRun": "stop", "run". */
function wordsOf(text: string): string[] {
  return text
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** "runs" is found by "run", and "memory" by "memories". */
function alike(part: string, word: string): boolean {
  const [a, b] = [stem(part), stem(word)];
  return a === b || (b.length > 3 && a.startsWith(b));
}
const stem = (word: string) => word.replace(/ies$/, "y").replace(/s$/, "");
