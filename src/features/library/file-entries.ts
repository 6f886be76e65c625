import { soughtBy } from "#contract/sought.ts";
import type { TeamFile } from "#contract/library/files.ts";
import type { SortKey } from "./file-search.ts";
import { folderOf } from "./file-types.ts";

export interface FolderEntry {
  readonly kind: "folder";
  readonly path: string;
  readonly name: string;
  readonly count: number;
  readonly size: number;
  readonly changed: string | undefined;
}
export interface FileEntry {
  readonly kind: "file";
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly changed: string | undefined;
  readonly file: TeamFile;
}
export type Entry = FolderEntry | FileEntry;

interface View {
  readonly folder: string;
  readonly q: string;
  readonly sort: SortKey;
  readonly desc: boolean;
}

/** What a folder shows: the folders in it, then its files. With a search every file below it whose path fits, wherever it lies. */
export function entriesOf(files: readonly TeamFile[], { folder, q, sort, desc }: View): Entry[] {
  const prefix = folder === "" ? "" : `${folder}/`;
  const below = files.filter((file) => file.path.startsWith(prefix));
  const isSought = soughtBy(q);
  const entries =
    q.trim() !== ""
      ? below.filter((file) => isSought(file.path.slice(prefix.length))).map(fileEntry)
      : [...foldersIn(below, prefix), ...below.filter((file) => folderOf(file.path) === folder).map(fileEntry)];
  const sign = desc ? -1 : 1;
  return entries.toSorted((a, b) => rank(a) - rank(b) || sign * (order(sort, a, b) || collator.compare(a.path, b.path)));
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
const rank = (entry: Entry) => (entry.kind === "folder" ? 0 : 1);

function order(sort: SortKey, a: Entry, b: Entry): number {
  if (sort === "size") return a.size - b.size;
  if (sort === "changed") return (a.changed ?? "") < (b.changed ?? "") ? -1 : a.changed === b.changed ? 0 : 1;
  return 0;
}

function fileEntry(file: TeamFile): FileEntry {
  return {
    kind: "file",
    path: file.path,
    name: file.name,
    size: file.metadata?.size ?? 0,
    changed: file.updated_at ?? file.created_at,
    file,
  };
}

function foldersIn(files: readonly TeamFile[], prefix: string): FolderEntry[] {
  const deeper = files.filter((file) => file.path.includes("/", prefix.length));
  const byName = Map.groupBy(deeper, (file) => file.path.slice(prefix.length, file.path.indexOf("/", prefix.length)));
  return [...byName].map(([name, inside]) => {
    const entries = inside.map(fileEntry);
    return {
      kind: "folder",
      path: prefix + name,
      name,
      count: inside.length,
      size: entries.reduce((sum, entry) => sum + entry.size, 0),
      changed: entries.map((entry) => entry.changed ?? "").reduce((a, b) => (a > b ? a : b)) || undefined,
    };
  });
}
