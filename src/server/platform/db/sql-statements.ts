/** Comments, texts, quoted names and bodies, in which a semicolon ends nothing. */
const whole = /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$/g;

/** The statements of a text, in order. */
export function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let start = 0;
  for (const { 0: found, index } of text.matchAll(new RegExp(`${whole.source}|;`, "g"))) {
    if (found !== ";") continue;
    statements.push(text.slice(start, index));
    start = index + 1;
  }
  return [...statements, text.slice(start)].map((one) => one.trim()).filter((one) => bareOf(one) !== "");
}

/** A statement without its comments, texts and bodies, its words one blank apart and names without quotation marks and `public`. */
export function bareOf(statement: string): string {
  return statement
    .replaceAll(whole, (found) => (found.startsWith('"') ? found.slice(1, -1) : found.startsWith("--") ? " " : "''"))
    .replaceAll(/\bpublic\./g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
