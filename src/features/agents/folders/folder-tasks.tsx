import { FolderInput, FolderPlus, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useDeletion } from "#api/deletion.ts";
import { useWrite } from "#api/query.ts";
import { type AgentFolderRow, deleteAgentFolder } from "#contract/agents/agent-folders.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Consequences } from "#ui/consequences.tsx";
import type { MenuEntry } from "#ui/menu.tsx";
import { toast } from "#ui/toast.ts";
import { folderDeletionRead } from "#features/agents/queries.ts";
import { FolderNameDialog } from "./folder-name-dialog.tsx";
import { withBelow } from "./folder-tree.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { useFolderMove } from "./use-folder-moves.ts";

/** What somebody is about to do with a folder. */
export type FolderTask =
  | { readonly kind: "create"; readonly parent: string | null }
  | { readonly kind: "rename" | "move" | "delete"; readonly folder: AgentFolderRow };

export function folderEntries(folder: AgentFolderRow, onTask: (task: FolderTask) => void): MenuEntry[] {
  return [
    { label: "New subfolder", icon: FolderPlus, onSelect: () => onTask({ kind: "create", parent: folder.id }) },
    { label: "Rename", icon: Pencil, onSelect: () => onTask({ kind: "rename", folder }) },
    { label: "Move…", icon: FolderInput, onSelect: () => onTask({ kind: "move", folder }) },
    "separator",
    { label: "Delete", icon: Trash2, danger: true, onSelect: () => onTask({ kind: "delete", folder }) },
  ];
}

interface FolderTasksProps {
  teamId: string;
  folders: readonly AgentFolderRow[];
  task: FolderTask | undefined;
  onClose: () => void;
  /** A folder was deleted, perhaps the one that is shown. */
  onGone: (ids: ReadonlySet<string>) => void;
}

/** The dialogs over the folders of a team; at most one is open. */
export function FolderTasks({ teamId, folders, task, onClose, onGone }: FolderTasksProps) {
  const move = useFolderMove();
  const remove = useWrite(deleteAgentFolder);
  // The words of a dialog stay while it closes.
  const [last, setLast] = useState(task);
  if (task && task !== last) setLast(task);
  const folder = last && last.kind !== "create" ? last.folder : undefined;
  const gone = folder ? withBelow(folders, folder.id) : new Set<string>();
  return (
    <>
      <FolderNameDialog
        teamId={teamId}
        open={task?.kind === "create" || task?.kind === "rename"}
        onClose={onClose}
        parent={last?.kind === "create" ? folders.find(({ id }) => id === last.parent) : undefined}
        folder={last?.kind === "rename" ? folder : undefined}
      />
      <MoveDialog
        open={task?.kind === "move"}
        onClose={onClose}
        title={`Move ${folder?.name ?? "folder"}`}
        folders={folders.filter(({ id }) => !gone.has(id))}
        from={folder?.parent_folder_id ?? null}
        onMove={async (to) => {
          if (folder) await move(folder, to);
        }}
      />
      <ConfirmDialog
        open={task?.kind === "delete"}
        onClose={onClose}
        title={`Delete ${folder?.name ?? "this folder"}?`}
        action="Delete folder"
        onConfirm={async () => {
          if (!folder) return;
          await remove.mutateAsync({ params: { folder_id: folder.id }, query: { force: "true" } });
          onGone(gone);
          toast(`${folder.name} deleted`);
        }}
      >
        <p>Agents and queues in it stay.</p>
        {folder ? <Takes folderId={folder.id} /> : null}
      </ConfirmDialog>
    </>
  );
}

function Takes({ folderId }: { folderId: string }) {
  return <Consequences query={useDeletion(folderDeletionRead(folderId))} />;
}
