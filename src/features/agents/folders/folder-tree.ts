import type { AgentFolderRow } from "#contract/agents/agent-folders.ts";

/** What the address names: a folder's id, `root` for agents in no folder, or nothing for all of them. */
export type FolderChoice = string | undefined;

interface TreeRow {
  readonly folder: AgentFolderRow;
  /** 0 at the root. */
  readonly depth: number;
}

/** Folders in the order a tree shows them: each before those in it, siblings as they come. */
export function treeRows(folders: readonly AgentFolderRow[]): TreeRow[] {
  const inside = Map.groupBy(folders, (folder) => folder.parent_folder_id);
  const rowsIn = (parent: string | null, depth: number): TreeRow[] =>
    (inside.get(parent) ?? []).flatMap((folder) => [{ folder, depth }, ...rowsIn(folder.id, depth + 1)]);
  return rowsIn(null, 0);
}

/** A folder and those around it, outermost first; empty when there is none of this id. */
export function pathTo(folders: readonly AgentFolderRow[], id: FolderChoice): AgentFolderRow[] {
  const folder = folders.find((each) => each.id === id);
  return folder ? [...pathTo(folders, folder.parent_folder_id ?? undefined), folder] : [];
}

/** Choices for a select: folders indented as in the tree, with what lies around in words for those who cannot see it. */
export function folderOptions(folders: readonly AgentFolderRow[]): { value: string; label: string }[] {
  return treeRows(folders).map(({ folder, depth }) => ({ value: folder.id, label: `${"\u2003".repeat(depth)}${folder.name}` }));
}

/** Those a folder cannot move into: itself and what lies below it. */
export function withBelow(folders: readonly AgentFolderRow[], id: string): Set<string> {
  return new Set(folders.filter((folder) => pathTo(folders, folder.id).some((around) => around.id === id)).map((folder) => folder.id));
}
