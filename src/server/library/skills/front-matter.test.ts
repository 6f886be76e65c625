import { expect, it } from "vitest";
import { readFrontMatter, writeFrontMatter } from "./front-matter.ts";

const fields = (...lines: string[]) => Object.fromEntries(readFrontMatter(["---", ...lines, "---", "", "body"].join("\n"))?.fields ?? []);

it.each([
  ["plain", ["name: a-b", "description: Reads files, not folders"], { name: "a-b", description: "Reads files, not folders" }],
  ["quoted", ['name: "a"', "description: 'It''s: \"so\"'"], { name: "a", description: `It's: "so"` }],
  ["escaped", ['description: "a \\"b\\" \\u00e4"'], { description: 'a "b" ä' }],
  ["with a comment", ["name: a # not this"], { name: "a" }],
  ["folded", ["description: >", "  one", "  two", "", "  three", "name: a"], { description: "one two\nthree", name: "a" }],
  ["literal", ["description: |-", "  one", "  two"], { description: "one\ntwo" }],
  ["over two lines", ["description: one", "  two", "name: a"], { description: "one two", name: "a" }],
  ["beside lists and maps", ["metadata:", "  name: other", "tags:", "  - a", "name: a"], { name: "a" }],
  ["that YAML would take for something else", ["name: 12", "description: true"], { name: "12", description: "true" }],
  [
    "with a colon, as many write them",
    ["name: a", "description: Use it when: a file is large # or not"],
    { name: "a", description: "Use it when: a file is large" },
  ],
  [
    "with a colon on each of its lines",
    ["description: Use when: totals differ", "  and also when: dates are odd", "name: a"],
    { description: "Use when: totals differ and also when: dates are odd", name: "a" },
  ],
  [
    "with a colon below the key",
    ["description:", "  Checks totals. Pairs with: the dates skill"],
    { description: "Checks totals. Pairs with: the dates skill" },
  ],
  ["that begin with a quoted word", ['description: "Quick" check of totals'], { description: '"Quick" check of totals' }],
  ["that begin with an apostrophe", ["description: 'Tis the skill: for totals"], { description: "'Tis the skill: for totals" }],
  ["that begin in brackets", ["description: [BETA] Checks totals"], { description: "[BETA] Checks totals" }],
  ["that are only brackets", ["description: [BETA]"], { description: "[BETA]" }],
  ["that begin with a mark", ["description: *Checks* totals"], { description: "*Checks* totals" }],
  ["by an alias", ["name: &n a", "description: *n"], { name: "a" }],
  ["with Windows line ends", ["name: a\r", "description: b\r"], { name: "a", description: "b" }],
])("reads values %s", (_, lines, expected) => {
  expect(fields(...lines)).toMatchObject(expected);
});

it.each([
  ["a bracket that never ends", ["name: a", "tags:", "  - [b", "description: c"], 5],
  ["a list beside keys", ["name: a", "- b", "description: c"], 3],
])("names the line at which it cannot be read: %s", (_, lines, line) => {
  const read = readFrontMatter(["---", ...lines, "---", "body"].join("\n"));
  expect([read?.unreadable, read?.fields.size]).toEqual([line, 0]);
});

it("is absent where the text does not begin with it or it never ends", () => {
  for (const text of ["", "# Title", "---\nname: a", "\n---\nname: a\n---\n", "----\nname: a\n----"])
    expect(readFrontMatter(text)).toBeUndefined();
});

it("reads back whatever it writes", () => {
  for (const value of [
    "plain words",
    "true",
    "12",
    "- a",
    "a: b",
    'say "yes"',
    "#x",
    " x ",
    "two\nlines",
    "ä € 😀",
    "'",
    "---",
    "{a}",
    "null",
  ]) {
    const text = writeFrontMatter({ name: "a", description: value, license: undefined }, "\n# Body\n");
    const read = readFrontMatter(text);
    expect([read?.fields.get("description"), read?.body.trim(), read?.fields.has("license")], value).toEqual([value, "# Body", false]);
  }
});
