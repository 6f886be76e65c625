import { useDeletion } from "#api/deletion.ts";
import { useWrite } from "#api/query.ts";
import { deleteFile, type TeamFile } from "#contract/library/files.ts";
import { bytesOf } from "#ui/bytes.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Consequences } from "#ui/consequences.tsx";
import { toast } from "#ui/toast.ts";
import { isOpen, useFileSearch } from "./file-search.ts";
import { fileDeletionRead } from "./queries.ts";
import { dropTextDraft, lostWithFile } from "./text-draft.ts";

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
  const onConfirm = async () => {
    await remove.mutateAsync({ params: { teamId, path } });
    toast(`${name} deleted`);
  };
  return (
    <ConfirmDialog open onClose={onClose} title="Delete this file?" action="Delete file" typedName={name} onConfirm={onConfirm}>
      <p>
        <code className="break-all text-ink">{path}</code>
        {metadata?.size === undefined ? "" : `, ${bytesOf(metadata.size)},`} is deleted for good.
      </p>
      <Takes teamId={teamId} path={path} />
    </ConfirmDialog>
  );
}

function Takes({ teamId, path }: { teamId: string; path: string }) {
  const deletion = useDeletion(fileDeletionRead(teamId, path), () => lostWithFile(teamId, path));
  return (
    <>
      <Consequences query={deletion} />
      {deletion.data && deletion.data.stops.length > 0 ? <p>Runs of these revisions fail until a file exists at this path again.</p> : null}
    </>
  );
}
