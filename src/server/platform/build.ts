import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = new URL("../../..", import.meta.url).pathname;
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };

/** Which build of the service this process runs. */
export interface Build {
  /** Of the release. */
  readonly version: string;
  /** The commit that it was made from; undefined where neither a checkout nor `BUILD_COMMIT` tells. */
  readonly commit: string | undefined;
  /** Both in one word, as in `0.1.0+0123abcdef`: what people see, and what tells two builds apart. */
  readonly name: string;
}

let checkedOut: { readonly commit: string | undefined } | undefined;

/** `commit`: what an image says that has no checkout. */
export function buildOf(commit: string | undefined): Build {
  const of = commit?.slice(0, 10) ?? (checkedOut ??= { commit: commitOfCheckout() }).commit;
  return { version, commit: of, name: of ? `${version}+${of}` : version };
}

function commitOfCheckout(): string | undefined {
  // A repository further up is another one's.
  if (!existsSync(join(root, ".git"))) return undefined;
  try {
    return execFileSync("git", ["rev-parse", "--short=10", "HEAD"], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return undefined;
  }
}
