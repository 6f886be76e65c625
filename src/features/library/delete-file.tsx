import { useWrite } from "#api/query.ts";
import { deleteFile, type TeamFile } from "#contract/library/files.ts";
import { bytesOf } from "#ui/bytes.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { toast } from "#ui/toast.ts";
import { isOpen, useFileSearch } from "./file-search.ts";
import { AgentLinks, useFileUsers } from "./file-users.tsx";
import { dropTextDraft } from "./text-draft.ts";

export function DeleteFile({ teamId, file, onClose }: { teamId: string; file: TeamFile | undefined; onClose: () => void }) {
  return file ? <Question teamId={teamId} file={file} onClose={onClose} /> : null;
}

function Question({ teamId, file, onClose }: { teamId: string; file: TeamFile; onClose: () => void }) {
  const { path, name, metadata } = file;
  const change = useFileSearch(teamId);
  const remove = useWrite(deleteFile, {
    onSuccess: async () => {
      dropTextDraft(teamId, path);
      if (isOpen(path)) await change({ file: undefined, raw: undefined }, true);
    },
  });
  const users = useFileUsers(teamId, path);
  const onConfirm = async () => {
    await remove.mutateAsync({ params: { teamId, path } });
    toast(`${name} deleted`);
  };
  return (
    <ConfirmDialog open onClose={onClose} title="Delete this file?" action="Delete file" typedName={name} onConfirm={onConfirm}>
      <p>
        <code className="break-all text-ink">{path}</code>
        {metadata?.size === undefined ? "" : `, ${bytesOf(metadata.size)},`} is deleted for good, with its earlier versions.
      </p>
      {users.length > 0 ? (
        <p>
          Used by <AgentLinks teamId={teamId} agents={users} />. {users.length === 1 ? "Its" : "Their"} next run fails until the file exists
          again.
        </p>
      ) : (
        <p>No live revision or draft uses it.</p>
      )}
    </ConfirmDialog>
  );
}
