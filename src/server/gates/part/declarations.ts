import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A declaration of a file: a line that begins one at its left edge, or a method of an object there, and all lines up to the next one. */
export interface Declaration {
  readonly file: string;
  readonly name: string;
  /** Whether it stands at the left edge, where others can name it. */
  readonly top: boolean;
  /** Its first line and the one behind its last, from 1. */
  readonly from: number;
  readonly to: number;
  readonly words: ReadonlySet<string>;
}

const begins = /^(?:export )?(?:async )?(?:const|let|function\*?|class|interface|type) (\w+)|^ {2}(?:async )?(\w+)(?:: [^=]*)?[(:]/;

export function declarationsOf(file: string, text: string): Declaration[] {
  const lines = text.split("\n");
  const starts = lines.flatMap((line, at) => {
    const [, top, inside] = begins.exec(line) ?? [];
    const name = top ?? inside;
    return name === undefined ? [] : [{ name, top: top !== undefined, at }];
  });
  return starts.map(({ name, top, at }, i) => {
    const end = starts[i + 1]?.at ?? lines.length;
    const words = new Set(lines.slice(at, end).join("\n").match(/\w+/g));
    return { file, name, top, from: at + 1, to: end + 1, words };
  });
}

const root = join(import.meta.dirname, "../../../..");
const git = (...args: string[]): string => execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28, stdio: "pipe" });

export const filesIn = (...folders: string[]): string[] =>
  git("ls-files", ...folders)
    .trim()
    .split("\n");

/** The code of contract and service, tests and their kit apart. */
export function filesOfService(): string[] {
  return filesIn("src/contract", "src/server").filter(
    (file) => /\.(ts|sql)$/.test(file) && !/\.(test|long|cases|record)\.ts$|^src\/server\/(gates|testing)\//.test(file),
  );
}

export const textOf = (file: string): string => readFileSync(join(root, file), "utf8");

/** The commit before so many last ones; where there are fewer, what is before all of them. */
function commitBefore(commits: number): string {
  const log = git("rev-list", `--max-count=${commits + 1}`, "--first-parent", "HEAD")
    .trim()
    .split("\n");
  const nothing = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
  return log.length > commits ? (log.at(-1) ?? nothing) : nothing;
}

/** The files that the last commits changed. */
export function filesChangedBy(commits: number): ReadonlySet<string> {
  return new Set(git("diff", "--name-only", commitBefore(commits), "HEAD").trim().split("\n"));
}

/** The lines that the last commits changed, as they are numbered now, by file. */
export function linesChangedBy(commits: number): Map<string, { from: number; to: number }[]> {
  const diff = git("diff", "--unified=0", commitBefore(commits), "HEAD", "--", "src/contract", "src/server");
  const changed = new Map<string, { from: number; to: number }[]>();
  let file = "";
  for (const line of diff.split("\n")) {
    file = /^\+\+\+ b\/(.*)/.exec(line)?.[1] ?? file;
    const [, from, count = "1"] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    // Where lines only went, what stands around them changed.
    if (from !== undefined)
      changed.set(file, [...(changed.get(file) ?? []), { from: Number(from), to: Number(from) + Math.max(1, Number(count)) }]);
  }
  return changed;
}
