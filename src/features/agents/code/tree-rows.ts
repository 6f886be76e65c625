export interface TreeRow {
  readonly kind: "folder" | "file";
  readonly path: string;
  readonly depth: number;
}

/** Every folder before what is in it. */
export function treeRows(paths: readonly string[]): TreeRow[] {
  const rows: TreeRow[] = [];
  const seen = new Set<string>();
  for (const path of paths.toSorted()) {
    const parts = path.split("/");
    for (let depth = 0; depth < parts.length - 1; depth += 1) {
      const folder = parts.slice(0, depth + 1).join("/");
      if (!seen.has(folder)) rows.push({ kind: "folder", path: folder, depth });
      seen.add(folder);
    }
    rows.push({ kind: "file", path, depth: parts.length - 1 });
  }
  return rows;
}
