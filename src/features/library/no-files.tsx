import { FolderOpen } from "lucide-react";
import { EmptyState } from "#ui/empty-state.tsx";
import { FileDrop } from "#ui/file-drop.tsx";
import { UploadButton } from "./upload-button.tsx";

interface NoFilesProps {
  folder: string;
  onChoose: () => void;
  onFiles: (files: readonly File[]) => void;
}

/** Why no row is shown: the folder holds nothing, or the team has no files at all. */
export function NoFiles({ folder, onChoose, onFiles }: NoFilesProps) {
  if (folder !== "") {
    return (
      <EmptyState icon={FolderOpen} title="This folder is empty" action={<UploadButton onClick={onChoose} />}>
        A folder exists while it contains a file. Files you upload or drop here go to <code className="break-all">{folder}/</code>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={FolderOpen}
      title="No files yet"
      action={
        <div className="w-80 max-w-full">
          <FileDrop onFiles={onFiles} label="Drop files here" hint="Up to 1 GB each" />
        </div>
      }
    >
      Team files are what agents read: lists, statements, terms, templates. A revision names the files it needs, and agents can write files
      back.
    </EmptyState>
  );
}
