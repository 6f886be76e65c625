import type { Decision } from "#contract/clarity/notation/story.ts";
import type { Asked } from "./process-tree.ts";

export interface ChoiceWords {
  /** What is asked. Null where no story says when which way is taken. */
  readonly question: string | null;
  readonly condition: string;
  /** Of each way. One of them is the default. */
  readonly labels: readonly string[];
  readonly defaultWay: number;
  /** The units that tell the conditions. */
  readonly evidenceIds: readonly string[];
}

/** The words of a choice by what was told when each way was taken. `names` are for ways of which nothing was told, `spare` is the default then. */
export function choiceWords(asked: readonly Asked[], names: readonly string[], spare: number): ChoiceWords {
  const telling = tellingChoices(asked);
  const told = asked.map((way) => way.filter(({ choice }) => telling.has(choice)));
  const conditions = told.map((way) => mostFirst(way.flatMap(({ condition }) => condition ?? [])));
  const otherwise = told.findIndex((way) => way.some(({ condition }) => condition === null));
  const untold = conditions.flatMap((way, i) => (way.length === 0 ? i : []));
  const defaultWay = otherwise === -1 ? (untold.includes(spare) ? spare : (untold[0] ?? asked.length - 1)) : otherwise;
  const all = [...new Set(conditions.flatMap((way, i) => (i === defaultWay ? [] : way)))];
  const isOtherwise = ({ condition }: Decision) => condition === null;
  const evidence = [...told.flat().filter((one) => !isOtherwise(one)), ...told.flat().filter(isOtherwise)];
  const evidenceIds = [...new Set(evidence.map(({ evidenceId }) => evidenceId))];
  if (all.length === 0) {
    return {
      question: null,
      condition: "Not told",
      labels: names.map((name, i) => (i === defaultWay ? "Otherwise" : name)),
      defaultWay,
      evidenceIds,
    };
  }
  const isPair = asked.length === 2;
  const labels = conditions.map((way, i) => {
    if (i === defaultWay) return "Otherwise";
    return isPair ? "Yes" : way.length > 0 ? way.slice(0, 3).join(", or ") : (names[i] ?? "");
  });
  return {
    question: isPair ? `${capital(all.slice(0, 3).join(", or "))}?` : "Which of these is it?",
    condition: all.join("; "),
    labels,
    defaultWay,
    evidenceIds,
  };
}

/** The choices whose conditions tell the ways apart: those asked on several ways, with different answers. */
function tellingChoices(asked: readonly Asked[]): Set<string> {
  const ways = new Map<string, Map<string | null, Set<number>>>();
  for (const [i, way] of asked.entries()) {
    for (const { choice, condition } of way) {
      const answers = ways.get(choice) ?? new Map<string | null, Set<number>>();
      ways.set(choice, answers.set(condition, (answers.get(condition) ?? new Set()).add(i)));
    }
  }
  const all = [...ways];
  const apart = all.filter(
    ([, answers]) =>
      [...answers.values()].every(({ size }) => size === 1) && new Set([...answers.values()].flatMap((way) => [...way])).size > 1,
  );
  const best =
    apart.length > 0 ? apart : all.filter(([, answers]) => [...answers].some(([condition, { size }]) => condition !== null && size === 1));
  return new Set(best.map(([choice]) => choice));
}

function mostFirst(words: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([word]) => word);
}

export const capital = (words: string): string => words.slice(0, 1).toLocaleUpperCase("en") + words.slice(1);
