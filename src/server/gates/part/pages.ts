import { posix } from "node:path";
import { filesChangedBy, filesIn, textOf } from "./declarations.ts";
import { commitsOfLanding, hasItsTurn, takesAll } from "./turn.ts";

/** A page of the console by the name of its test, and its address from the root. */
export interface Page {
  readonly name: string;
  readonly address: string;
}

/**
 * The pages that a landing walks: those whose code the last fifty commits touched, and every eighth of the others, as `subjectsOfLanding` does for
 * operations. What all pages share is not looked at: it is seen in each of them.
 */
export function pagesOfLanding<P>(all: readonly P[], pageOf: (one: P) => Page): readonly P[] {
  if (takesAll) return all;
  try {
    const changed = filesChangedBy(commitsOfLanding);
    const isTouched = (address: string) => codeOfPage(address).some((file) => changed.has(file));
    return all.filter((one) => hasItsTurn(pageOf(one).name) || isTouched(pageOf(one).address));
  } catch {
    // Not a checkout: nothing says what was touched.
    return all;
  }
}

const routes = "src/routes/";
const code = /^src\/(routes|features)\/.*\.tsx?$/;

/** The file of the route that an address leads to, and what that imports of routes and features, however far. */
export function codeOfPage(address: string): string[] {
  const parts = partsOf(address.split(/[?#]/)[0] ?? "");
  const found = files().flatMap((file) => {
    const closeness = file.startsWith(routes) ? closenessOf(patternOf(file), parts) : undefined;
    return closeness === undefined ? [] : [{ file, closeness }];
  });
  const closest = Math.max(...found.map(({ closeness }) => closeness));
  return withImports(found.filter(({ closeness }) => closeness === closest).map(({ file }) => file));
}

const partsOf = (path: string): string[] => path.split("/").filter(Boolean);

/** As the router reads it: points are slashes, what begins with a line has no part of the address, and a line at the end leaves the page around it. */
const patternOf = (file: string): string[] =>
  file
    .slice(routes.length, file.lastIndexOf("."))
    .split(/[./]/)
    .filter((part) => part !== "index" && !part.startsWith("_"))
    .map((part) => part.replace(/_$/, ""));

/** More for each part that is the same word; nothing where the pattern is not of this address. */
function closenessOf(pattern: readonly string[], parts: readonly string[]): number | undefined {
  if (pattern.at(-1) === "$") return pattern.slice(0, -1).every((part, at) => part === parts[at]) ? 0 : undefined;
  if (pattern.length !== parts.length) return undefined;
  if (!pattern.every((part, at) => part.startsWith("$") || part === parts[at])) return undefined;
  return 1 + pattern.filter((part) => !part.startsWith("$")).length;
}

function withImports(first: readonly string[]): string[] {
  const seen = new Set(first);
  for (const file of seen) for (const imported of importsOf(file)) seen.add(imported);
  return [...seen];
}

const imports = /\b(?:from|import)\s*\(?\s*"([#.][^"]+)"/g;
const known = new Map<string, readonly string[]>();

function importsOf(file: string): readonly string[] {
  const before = known.get(file);
  if (before) return before;
  const all = [...textOf(file).matchAll(imports)].map(([, from = ""]) =>
    from.startsWith("#") ? `src/${from.slice(1)}` : posix.join(posix.dirname(file), from),
  );
  const found = all.filter((one) => code.test(one));
  known.set(file, found);
  return found;
}

let listed: readonly string[] | undefined;
const files = () => (listed ??= filesIn("src/routes").filter((file) => code.test(file)));
