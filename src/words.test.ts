import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";

// One word for one thing, on every screen, in every error, and in what models and other programs are told. The left side is what a text must not say,
// the right side what it says instead.

const root = import.meta.dirname;

const words: readonly (readonly [unwanted: RegExp, instead: string])[] = [
  [/\be-mail/i, "email"],
  [/cancell(ed|ing)\b/i, "canceled, canceling"],
  [/\bpromot(e|ed|ing)\b/i, "make live"],
  [/^start(s|ed)? work\b/i, "start run"],
  [/\bgive[ns]? (\w+ )?to an agent\b|^give to$/i, "assign to"],
  [/^([Dd]en(y|ies|ied|ying)|[Rr]eject(s|ed|ing)?)\b/, "decline"],
  [/\bset to pending\b/i, "reopen"],
  [/\b(puts?|putting) work in|\btakes? work (out|from)\b/i, "adds cases, handles cases"],
  [/\bjudge[ds]?\b|\bverdicts?\b/i, "evaluated, result"],
  [/\bsuccesses\b|\bwith issues\b/i, "passed, failed evaluation"],
  [/\bdeclare[ds]? (a |the |mine|schema)/i, "define fields"],
  [/\btyped cases\b|\bfrozen\b/i, "require these fields, locked"],
  [/\bwhat it can reach\b/i, "permissions"],
  [/\blasted\b|\bsettled\b|\bwhat led to it\b/i, "duration, closed, background"],
  [/^(row|page|match|request|change|card|column) before$/i, "previous …"],
  [/\b(second factor)\b/i, "two-factor sign-in"],
  [/\bwhoever\b|\bnobody\b|\bsomebody(?! else)\b/i, "the role or the person"],
  [/\ball the same\b|\bso already\b|\banew\b|\bmeanwhile\b/i, "nothing, or plainly"],
  [/\b(goes|go|went|going) on\b/i, "continues"],
  [/\bbeg[iau]ns?\b/i, "starts"],
  [/\b(lies?|lay|stands?|hangs?) (in|at|below|under|together|above|beside)\b/i, "is"],
  [/(?<!-)\bfits?\b|\bmend(s|ed)?\b/i, "matches, fix"],
  [/\bis (created|saved|deleted|moved|renamed|revoked|added|replaced|restored)$/i, "the participle alone"],
  [/\bin force\b|\bany more\b/i, "in use, anymore or no longer"],
  [/\d %|\} %/, "no space before %"],
  [/\b(any|every)body\b/i, "anyone, everyone"],
  [/\bstart(s|ed|ing)? (nothing|none)\b|\bnothing (starts|is due)\b/i, "does not run"],
  [/\bfor (this|that|the|one)( \w+)? alone\b|\balone[.,]|\balone$/i, "only"],
  [/\bof each other\b|\bcomes? to this\b|\bas long as you\b/i, "who does what to whom"],
  [/\bwants?\b(?= ?:)|\bthat (\w+ )?wants\b/i, "expected, needs"],
];

/** Attributes and functions whose texts nobody reads. */
const unread = new Set(["className", "id", "key", "role", "type", "to", "href", "d", "import", "useClass"]);

/** What the store reads beside `sql` texts. */
const statement = /^(begin;|do \$\$) /;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && typeof (value as Node).type === "string";

const nameOf = (value: unknown) => (isNode(value) && value.type === "Identifier" ? value["name"] : undefined);

/** The texts of a file that may be shown: JSX text, and strings with a capital or a blank in them. */
function textsOf(path: string, source: string): { readonly line: number; readonly text: string }[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  const found: { line: number; text: string }[] = [];
  const add = (node: Node, text: string) => {
    const plain = text.replace(/\s+/g, " ").trim();
    if (/[A-Z ]/.test(plain) && /[a-z]{2}/i.test(plain) && !statement.test(plain))
      found.push({ line: source.slice(0, node.start).split("\n").length, text: plain });
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const each of value) visit(each);
      return;
    }
    if (!isNode(value)) return;
    if (value.type === "ImportDeclaration" || (value.type.startsWith("TS") && !/^TS(As|Satisfies|NonNull)/.test(value.type))) return;
    if (value.type === "JSXAttribute" && unread.has((value["name"] as { name?: string }).name ?? "")) return;
    if (value.type === "TaggedTemplateExpression" && nameOf(value["tag"]) === "sql") return visit((value["quasi"] as Node)["expressions"]);
    if (value.type === "JSXText") add(value, value["value"] as string);
    if (value.type === "Literal" && typeof value["value"] === "string") add(value, value["value"]);
    if (value.type === "TemplateLiteral")
      add(value, (value["quasis"] as { value: { cooked: string } }[]).map((part) => part.value.cooked).join("…"));
    for (const [key, inner] of Object.entries(value)) if (key !== "type") visit(inner);
  };
  visit(program);
  return found;
}

function brokenIn(texts: readonly { readonly path: string; readonly line: number; readonly text: string }[]): string[] {
  return texts.flatMap(({ path, line, text }) =>
    words.flatMap(([unwanted, instead]) => (unwanted.test(text) ? [`${path}:${line} “${text.slice(0, 120)}”: say ${instead}`] : [])),
  );
}

const shown = /^(features|ui|lists|routes|contract|server|sdk)\/.*\.tsx?$/;
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
  (path) => shown.test(path) && !/\.(test|long|record|cases)\.|\.gen\.|^server\/(testing|gates)\//.test(path),
);

/** Texts that people and models read as they are: the included skills, and the sample workspace. */
const plainly = /^server\/(library\/skills\/system-skills|sample)\/.*\.(md|py)$/;

test("skills and the sample workspace keep to the same words", () => {
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) => plainly.test(path));
  expect(paths.length).toBeGreaterThan(15);
  const lines = paths.flatMap((path) =>
    readFileSync(join(root, path), "utf8")
      .split("\n")
      .map((text, at) => ({ path, line: at + 1, text }))
      // A decorator is code.
      .filter(({ text }) => !text.startsWith("@")),
  );
  expect(brokenIn(lines)).toEqual([]);
});

test("screens and errors keep to one word for one thing", () => {
  const texts = files.flatMap((path) => textsOf(path, readFileSync(join(root, path), "utf8")).map((each) => ({ path, ...each })));
  expect(files.length).toBeGreaterThan(1000);
  expect(texts.length).toBeGreaterThan(5000);
  expect(brokenIn(texts)).toEqual([]);
});
