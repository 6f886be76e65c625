import type { Check } from "#server/engine/revision-part.ts";

/** A start command that begins with a file which the program does not have: the interpreter ends before a line of it has run. */
export const startFile: Check = async ({ config: { data } }) => {
  const source = "source" in data ? data.source : undefined;
  if (source?.kind !== "files") return [];
  const path = startedFile(source.startCommand);
  const files = source.bundle?.files ?? [];
  // Python begins a folder as well.
  if (path === undefined || files.some((file) => file.path === path || file.path.startsWith(`${path}/`))) return [];
  return [
    {
      code: "start_file_missing",
      severity: "blocks",
      message: `The start command runs ${path}, but the program does not have that file. Every run fails immediately.`,
      subject: { id: null, name: path },
      fix: "edit_revision",
    },
  ];
};

// Only flags that take no value, and a word that the shell takes as it stands; of any other command nothing is said.
const interpreter =
  /^\s*(?:exec\s+)?(?:python(?:3(?:\.\d+)?)?(?:\s+-[bBdEiIOPqsSuv]+)*|(?:ba)?sh(?:\s+-[eux]+)*)\s+([\w./-]+)(?=\s|;|&|\||$)/;

/** The file below `/workspace` that a command begins, where that can be told. Pure. */
export function startedFile(command: string): string | undefined {
  const word = interpreter.exec(command)?.[1];
  if (word === undefined || word.startsWith("-")) return undefined;
  const path = word
    .replace(/^\/workspace\//, "")
    .replace(/^(?:\.\/)+/, "")
    .replace(/\/$/, "");
  // Team files come to `files/` when the run begins.
  return path === "" || path === "." || path.startsWith("/") || path.startsWith("files/") || path.split("/").includes("..")
    ? undefined
    : path;
}
