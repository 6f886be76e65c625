/** What a value of another kind is answered with: in words for a person who typed it, and right for a program that sent it as JSON. */
export function expected(kind: string): string {
  return byKind[kind] ?? `Expected ${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`;
}

const byKind: Readonly<Record<string, string>> = {
  boolean: "Use yes or no (true or false)",
  number: "Use a number such as 12.5",
  int: "Use a whole number such as 12",
  string: "Use text",
  array: "Use a list",
  // As JSON calls it.
  record: "Expected an object",
};
