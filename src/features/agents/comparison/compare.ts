import type { AccessEntry } from "#contract/agents/access.ts";
import type { BundleFile, Config } from "#contract/agents/config.ts";
import { fieldsOf, programOf } from "#features/agents/settings-words.ts";

/** What of a revision is compared. */
export interface Contents {
  readonly config: Config;
  /** What lies outside of the configuration; absent where only configurations are compared. */
  readonly access?: readonly AccessEntry[] | undefined;
  /** A configuration names skills by id. */
  readonly skillNames?: ReadonlyMap<string, string>;
}

export interface FieldChange {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** A file of a program; without a digest it is the one text of a program without files. */
export interface ProgramFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256?: string;
  readonly text?: string;
}

export interface FileChange {
  readonly path: string;
  readonly before: ProgramFile | undefined;
  readonly after: ProgramFile | undefined;
  /** Where the same bytes were. */
  readonly movedFrom?: string;
}

export interface ListItem {
  /** What it is compared by. */
  readonly id: string;
  readonly name: string;
  readonly detail?: string | null;
}

/** What differs between two sides of a section, in the form that it is shown in. */
export type Difference =
  | { readonly kind: "text"; readonly before: string; readonly after: string }
  | { readonly kind: "fields"; readonly changes: readonly FieldChange[] }
  | { readonly kind: "files"; readonly changes: readonly FileChange[]; readonly kept: readonly ProgramFile[] }
  | {
      readonly kind: "list";
      readonly removed: readonly ListItem[];
      readonly added: readonly ListItem[];
      readonly kept: readonly ListItem[];
    };

export function compareTexts(before: string | undefined, after: string | undefined): Difference | undefined {
  return before === after ? undefined : { kind: "text", before: before ?? "", after: after ?? "" };
}

export function compareFields(before: Config, after: Config): Difference | undefined {
  const old = new Map(fieldsOf(before));
  const now = new Map(fieldsOf(after));
  const changes = [...new Set([...old.keys(), ...now.keys()])]
    .map((name) => ({ name, before: old.get(name) ?? "", after: now.get(name) ?? "" }))
    .filter((change) => change.before !== change.after);
  return changes.length > 0 ? { kind: "fields", changes } : undefined;
}

/** Compares two programs of one text each. Where the text of one is a file of the other, the files are compared instead. */
export function comparePrograms(before: Config, after: Config): Difference | undefined {
  if (textAsFile(before, after) ?? textAsFile(after, before)) return undefined;
  return compareTexts(programOf(before), programOf(after));
}

/** Files by path and digest. Equal digests are equal bytes, so only what differs is ever read. */
export function compareFiles(before: Config, after: Config): Difference | undefined {
  const old = new Map(programFilesOf(before, after).map((file) => [file.path, file]));
  const now = new Map(programFilesOf(after, before).map((file) => [file.path, file]));
  const all = [...new Set([...old.keys(), ...now.keys()])]
    .toSorted()
    .map((path) => ({ path, before: old.get(path), after: now.get(path) }));
  const kept = all.flatMap((file) => (file.before && file.before.sha256 === file.after?.sha256 ? [file.before] : []));
  const changes = withMoves(all.filter((file) => file.before?.sha256 !== file.after?.sha256));
  return changes.length > 0 ? { kind: "files", changes, kept } : undefined;
}

/** Joins a removed file and an added one of the same bytes. */
function withMoves(changes: readonly FileChange[]): FileChange[] {
  const gone = new Map(
    changes.flatMap(({ path, before, after }) => (before?.sha256 !== undefined && !after ? [[before.sha256, path] as const] : [])),
  );
  const moved = new Set<string>();
  const joined = changes.map((change) => {
    const from = change.after?.sha256 !== undefined && !change.before ? gone.get(change.after.sha256) : undefined;
    if (from === undefined || moved.has(from)) return change;
    moved.add(from);
    return { ...change, before: change.after, movedFrom: from };
  });
  return joined.filter(({ path }) => !moved.has(path));
}

export function compareLists(before: readonly ListItem[], after: readonly ListItem[]): Difference | undefined {
  const keyOf = ({ id, detail }: ListItem) => `${id}\n${detail ?? ""}`;
  const old = new Set(before.map(keyOf));
  const now = new Set(after.map(keyOf));
  const removed = before.filter((item) => !now.has(keyOf(item)));
  const added = after.filter((item) => !old.has(keyOf(item)));
  if (removed.length + added.length === 0) return undefined;
  return { kind: "list", removed, added, kept: after.filter((item) => old.has(keyOf(item))) };
}

function programFilesOf(config: Config, other: Config): readonly ProgramFile[] {
  const text = textAsFile(config, other);
  return text ? [text] : filesOf(config);
}

/** The one text of a program as the file that starts the other program, where that has files. */
function textAsFile(config: Config, other: Config): ProgramFile | undefined {
  const text = programOf(config);
  const started = text === undefined ? undefined : startedFileOf(other);
  return text !== undefined && started ? { path: started.path, sizeBytes: new Blob([text]).size, text } : undefined;
}

function startedFileOf(config: Config): BundleFile | undefined {
  const { data } = config;
  if (!("language" in data) || data.source.kind !== "files") return undefined;
  const words = data.source.startCommand.split(/\s+/).map((word) => word.replace(/^\.\//, ""));
  return filesOf(config).find(({ path }) => words.includes(path));
}

export function filesOf({ data }: Config): readonly BundleFile[] {
  return "language" in data && data.source.kind === "files" ? (data.source.bundle?.files ?? []) : [];
}
