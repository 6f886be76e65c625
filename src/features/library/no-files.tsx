import { FolderOpen, SearchX } from "lucide-react";
import { EmptyState } from "#ui/empty-state.tsx";
import { FileDrop } from "#ui/file-drop.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { filesTo } from "./file-search.ts";
import { UploadButton } from "./upload-button.tsx";

interface NoFilesProps {
  teamId: string;
  folder: string;
  q: string;
  onChoose: () => void;
  onFiles: (files: readonly File[]) => void;
}

/** Why no row is shown: nothing fits the search, the folder holds nothing, or the team has no files at all. */
export function NoFiles({ teamId, folder, q, onChoose, onFiles }: NoFilesProps) {
  if (q !== "") {
    const link = { to: filesTo, params: { teamId }, search: folder === "" ? {} : { folder } };
    return (
      <EmptyState icon={SearchX} title="No file fits" action={<LinkButton link={link}>Clear the search</LinkButton>}>
        No path {folder === "" ? "" : `below ${folder}/ `}contains “{q}”.
      </EmptyState>
    );
  }
  if (folder !== "") {
    return (
      <EmptyState icon={FolderOpen} title="This folder is empty" action={<UploadButton onClick={onChoose} />}>
        A folder exists as long as a file lies in it. What you upload or drop here goes to <code className="break-all">{folder}/</code>
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
      Team files are what agents read: lists, statements, terms, templates. A revision names those it needs, and agents can write files
      back.
    </EmptyState>
  );
}
