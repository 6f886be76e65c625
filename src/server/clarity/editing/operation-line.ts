import { readStep } from "#contract/clarity/notation/notation-line.ts";
import { activityKey } from "#contract/clarity/notation/story.ts";
import { StepOperation, textFields } from "#contract/clarity/step-operation.ts";
import type { Step } from "#contract/clarity/step.ts";
import { freeIds } from "#server/clarity/discovery/step-words.ts";

/** Says what can be written: whoever wrote a sentence has not seen the printed lines. */
const noSuchLine = "The practice model cannot follow this line. Start it with rename, set, clear, add, remove, connect or disconnect";

/** Reads a line that edits steps. Titles may have “to” and “after” in them: of the ways to read a line, the first one whose steps are there counts. */
export function readOperation(line: string, steps: readonly Step[]): { readonly operation: StepOperation } | { readonly problem: string } {
  const [, verb = "", rest = ""] = /^(rename|set|clear|add|remove|connect|disconnect) (.+)$/i.exec(line.replace(/\s+/g, " ").trim()) ?? [];
  const problems: string[] = [];
  for (const { refers, make } of waysToRead(verb.toLowerCase(), rest, steps)) {
    const found = refers.map((words) => stepCalled(words, steps));
    const missing = found.flatMap((each) => ("problem" in each ? each.problem : []));
    const { data: operation, error } = StepOperation.safeParse(make(found.map((each) => ("id" in each ? each.id : ""))));
    if (missing.length > 0) problems.push(...missing);
    else if (operation) return { operation };
    else problems.push(error?.issues[0]?.message ?? "");
  }
  return { problem: problems[0] ?? noSuchLine };
}

interface Reading {
  /** Words that mean steps. */
  readonly refers: readonly string[];
  make(ids: readonly string[]): object | undefined;
}

function* waysToRead(verb: string, rest: string, steps: readonly Step[]): Generator<Reading> {
  const [, field = "", of = ""] = new RegExp(`^(${textFields.join("|")}) of (.+)$`).exec(rest) ?? [];
  switch (verb) {
    case "rename":
      for (const [x, title] of splitsAt("to", rest))
        yield { refers: [x], make: ([stepId]) => ({ op: "rename", stepId, title: unquoted(title) }) };
      return;
    case "set":
      for (const [x, value] of splitsAt("to", of))
        yield { refers: [x], make: ([stepId]) => ({ op: "set", stepId, field, value: unquoted(value) }) };
      return;
    case "clear":
      if (of !== "") yield { refers: [of], make: ([stepId]) => ({ op: "set", stepId, field, value: null }) };
      return;
    case "remove":
      yield { refers: [rest], make: ([stepId]) => ({ op: "remove", stepId }) };
      return;
    case "add":
      for (const [what, pair] of splitsAt("between", rest))
        for (const [x, y] of splitsAt("and", pair))
          yield { refers: [x, y], make: ([after, before]) => added(what, steps, { after, before }) };
      for (const [what, x] of splitsAt("after", rest)) yield { refers: [x], make: ([after]) => added(what, steps, { after }) };
      return;
    case "connect":
      for (const [x, y] of splitsAt("to", rest))
        yield { refers: [x, y], make: ([from, to]) => ({ op: "connect", from, to, label: null, isDefault: false }) };
      for (const [pair, label] of splitsAt("as", rest))
        for (const [x, y] of splitsAt("to", pair))
          yield { refers: [x, y], make: ([from, to]) => ({ op: "connect", from, to, label: unquoted(label), isDefault: false }) };
      return;
    case "disconnect":
      for (const [x, y] of splitsAt("from", rest)) yield { refers: [x, y], make: ([from, to]) => ({ op: "disconnect", from, to }) };
      return;
    default:
  }
}

/** The two sides of a word, at each of its places, the last one first. */
function splitsAt(word: string, words: string): [string, string][] {
  const places = [...words.matchAll(new RegExp(` (?=${word} )`, "gi"))].map(({ index }) => index);
  return places.toReversed().map((at) => [words.slice(0, at), words.slice(at + word.length + 2)]);
}

function added(
  words: string,
  steps: readonly Step[],
  place: { after?: string | undefined; before?: string | undefined },
): object | undefined {
  const step = readStep(words) ?? readStep(`?: ${words}`);
  if (!step) return undefined;
  const id = freeIds(steps.map((each) => each.id))(`step-${step.title}`);
  const title = step.title.slice(0, 1).toLocaleUpperCase("en") + step.title.slice(1);
  return { op: "add", ...place, step: { id, title, role: step.role, system: step.system, nodeType: "task", nodeSubtype: "user" } };
}

/** By its title, its number in the list with or without “step”, or its id. */
function stepCalled(words: string, steps: readonly Step[]): { readonly id: string } | { readonly problem: string } {
  const plain = unquoted(words);
  const [, number] = /^(?:step |step #|#)?(\d{1,3})$/i.exec(plain) ?? [];
  const numbered = number === undefined ? undefined : steps[Number(number) - 1];
  const [step, ...others] = steps.filter(({ title }) => activityKey(title) === activityKey(plain));
  const byId = steps.find(({ id }) => id === plain);
  if (others.length > 0 && !byId) return { problem: `Several steps are called “${plain}”. Use the number of one` };
  const found = byId ?? step ?? numbered;
  return found ? { id: found.id } : { problem: `No step is called “${plain}”` };
}

const unquoted = (words: string): string => words.trim().replace(/^["“](.*)["”]$/, "$1");
