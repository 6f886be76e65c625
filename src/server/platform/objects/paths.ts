/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The folders that a path lies in, outermost first: `a/b/c` has `a` and `a/b`. */
export function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) folders.push(path.slice(0, end));
  return folders;
}

/**
 * The path after a rename: folder and extension stay. The extension is what follows the last dot of the name, unless the name begins with
 * that dot. Somebody who types it too gets it once. Undefined when nothing but the extension was typed.
 */
export function renamed(path: string, name: string): string | undefined {
  const old = baseName(path);
  const dot = old.lastIndexOf(".");
  const extension = dot > 0 ? old.slice(dot) : "";
  const typed = extension !== "" && name.toLowerCase().endsWith(extension.toLowerCase());
  const stem = typed ? name.slice(0, -extension.length) : name;
  return stem === "" ? undefined : path.slice(0, path.length - old.length) + stem + extension;
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Sorts as a person reads a tree of folders: part by part, case ignored, `file2` before `file10`. */
export function byPath<T extends { readonly path: string }>(files: readonly T[]): T[] {
  return files
    .map((file) => ({ file, parts: file.path.split("/") }))
    .toSorted((a, b) => compareParts(a.parts, b.parts) || (a.file.path < b.file.path ? -1 : 1))
    .map(({ file }) => file);
}

function compareParts(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const [left = "", right = ""] = [a[i], b[i]];
    const order = left === right ? 0 : collator.compare(left, right);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
