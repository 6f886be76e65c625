import { expect, it } from "vitest";
import { linearPattern, PatternError, TooMuchEffort } from "#contract/queues/linear-pattern.ts";

/** The same numbers every time. */
function randomFrom(seed: number) {
  let state = seed;
  const random = () => (state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) / 0x7fffffff;
  return { upTo: (n: number) => Math.floor(random() * n), pick: <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T };
}

const atoms = [
  "a",
  "b",
  "1",
  ".",
  "\\d",
  "\\w",
  "\\s",
  "[ab]",
  "[^a]",
  "[a\\]b-]",
  "\\u{1F600}",
  "😀",
  "\\uD83D\\uDE00",
  "\\.",
  "\\p{L}",
  "é",
];
const places = ["^", "$", "\\b", "\\B"];
const counts = ["", "", "", "*", "+", "?", "{2}", "{1,2}", "{0,2}", "{1,}", "*?", "+?", "{0}"];

it("finds what the built-in engine finds", () => {
  const { upTo, pick } = randomFrom(7);
  let group = 0;
  const one = (depth: number): string => {
    if (upTo(6) === 0) return pick(places);
    if (depth === 0 || upTo(5) < 3) return pick(atoms) + pick(counts);
    return `${pick(["(", "(?:", `(?<n${group++}>`])}${ways(depth - 1)})${pick(counts)}`;
  };
  const all = (depth: number) => Array.from({ length: upTo(4) }, () => one(depth)).join("");
  const ways = (depth: number): string => Array.from({ length: 1 + upTo(2) }, () => all(depth)).join("|");
  const [seen, wrong] = [{ true: 0, false: 0 }, [] as string[]];
  for (let round = 0; round < 4000; round++) {
    const source = ways(3);
    const [own, builtIn] = [linearPattern(source), new RegExp(source, "u")];
    for (let i = 0; i < 5; i++) {
      const text = Array.from({ length: upTo(7) }, () => pick(["a", "b", "1", " ", "-", "]", "😀", "é", "\n", "."])).join("");
      const expected = builtIn.test(text);
      seen[`${expected}`] += 1;
      if (own(text) !== expected) wrong.push(`/${source}/u on ${JSON.stringify(text)} should be ${expected}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(Math.min(seen.true, seen.false)).toBeGreaterThan(2000);
});

it.each(["(a+)+$", "(a|aa)+$", "(a*)*b", "([a-z]+)*!$", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*)*(.*)*x"])(
  "takes the steps that the text has, whatever the pattern: %s",
  (source) => {
    const stepsFor = (length: number) => {
      const effort = { left: 20_000_000 };
      linearPattern(source)(`${"a".repeat(length)}!?`, effort);
      return 20_000_000 - effort.left;
    };
    // Tried one way after the other, thirty characters would take a thousand million.
    expect(stepsFor(20_000) / stepsFor(10_000)).toBeCloseTo(2, 1);
  },
);

it("gives up where many texts together take too long", () => {
  const heavy = linearPattern("(a|b)*a(a|b){200}c");
  const effort = { left: 1_000_000 };
  expect(heavy("ab".repeat(100), effort)).toBe(false);
  expect(() => heavy("ab".repeat(50_000), effort)).toThrow(TooMuchEffort);
});

it.each([
  ["[", /not a regular expression/],
  ["(?=a)b", /look ahead/],
  ["(?<!a)b", /look ahead or behind/],
  ["(?i:a)", /change its flags/],
  ["(a)\\1", /refer back/],
  ["(?<n>a)\\k<n>", /refer back/],
  ["((a{100}){100}){100}", /too large/],
  ["((){1000}){1000}", /too large/],
  ["a{5000}", /too large/],
  ["a".repeat(501), /at most 500/],
])("refuses %s with a sentence", (source, words) => {
  expect(() => linearPattern(source)).toThrow(PatternError);
  expect(() => linearPattern(source)).toThrow(words);
});
