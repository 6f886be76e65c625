import { random } from "#server/testing/seed.ts";
import type { CapturedUnit } from "#contract/clarity/notation/story.ts";

/** The units of a capture, a line each. `Buyer> line` is said by Buyer. */
export function unitsOf(captureId: string, ...lines: string[]): CapturedUnit[] {
  return lines.map((line, ordinal) => {
    const [, person, said] = /^(\w+)> (.*)$/.exec(line) ?? [];
    return { id: `${captureId}:${ordinal}`, captureId, ordinal, text: said ?? line, person: person ?? null };
  });
}

const pick = (words: readonly string[]): string => words[Math.floor(random() * words.length)] ?? "";
const tasks = ["record", "match", "approve", "book in Ledger", "pay", "close", "ask supplier"];

/** Lines in any order that have the printed forms, whether they make sense together or not. */
export function madeLines(count: number): string[] {
  let number = 0;
  const step = () => `${pick(["Clerk", "Owner", "?"])}: ${pick(tasks)}`;
  const act = () => pick([step(), step(), step(), `go to ${1 + Math.floor(random() * count)}`, "end", "end: returned", ""]);
  return Array.from({ length: count }, () => {
    const forms = [
      `${++number}. ${step()}`,
      `${++number}. ${step()}`,
      `if ${pick(["late", "big", "lost"])}: ${act()}`,
      `otherwise: ${act()}`,
    ];
    const more = [`- ${act()}`, `at the same time: ${step()}`, "Hello", "start: letter received"];
    return pick([...forms, ...forms, ...more]);
  });
}
