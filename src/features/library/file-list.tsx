import { useQueryClient } from "@tanstack/react-query";
import { CornerLeftUp, FolderPlus, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { requestOf } from "#api/list-request.ts";
import { mayHaveFirst, readChanged } from "#api/stale.ts";
import { exportFiles, fileColumns } from "#contract/library/file-export.ts";
import { fileList } from "#contract/library/file-list.ts";
import type { TeamFile } from "#contract/library/files.ts";
import { ListFrame } from "#lists/list-frame.tsx";
import { Button } from "#ui/button.tsx";
import { FileDropArea } from "#ui/file-drop.tsx";
import { FreshChip } from "#ui/fresh-chip.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { Page } from "#ui/page.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { Table } from "#ui/table.tsx";
import { keyOf, useCalmEntries } from "./calm-entries.ts";
import type { FileAct } from "./file-actions.ts";
import { fileCells } from "./file-cells.tsx";
import { type Entry, entriesOf } from "./file-entries.ts";
import { type FileSearch, filesTo, useFileSearch } from "./file-search.ts";
import { baseNameOf, folderOf } from "./file-types.ts";
import { crumbsOf } from "./folder-crumbs.ts";
import { LibraryTabs } from "./library-tabs.tsx";
import { NewFolder } from "./new-folder.tsx";
import { NoFiles } from "./no-files.tsx";
import { FileInput, UploadButton } from "./upload-button.tsx";
import { UploadList } from "./upload-list.tsx";
import { startUploads, useUploads } from "./uploads.ts";

interface FileListProps {
  teamId: string;
  search: FileSearch;
  files: readonly TeamFile[];
  onAct: (act: FileAct) => void;
}

export function FileList({ teamId, search, files, onAct }: FileListProps) {
  const { folder = "", q = "", sort = "name", desc = false } = search;
  const client = useQueryClient();
  const change = useFileSearch(teamId);
  const input = useRef<HTMLInputElement>(null);
  const choose = () => input.current?.click();
  const uploads = useUploads(teamId);
  const [naming, setNaming] = useState(false);

  const ours = uploads.filter((upload) => upload.state === "done").map((upload) => upload.path);
  const own = (entry: Entry) => ours.some((path) => path === entry.path || (entry.kind === "folder" && path.startsWith(`${entry.path}/`)));
  const { shown, fresh, show } = useCalmEntries(entriesOf(files, { folder, q, sort, desc }), JSON.stringify([folder, q, sort, desc]), own);

  const upload = (chosen: readonly File[]) => {
    const paths = new Set(files.map((file) => file.path));
    startUploads(
      teamId,
      folder,
      chosen,
      (path) => paths.has(path),
      () => {
        mayHaveFirst(client, ["file"]);
        readChanged(client, ["file"]);
      },
    );
  };
  const linkOf = (entry: Entry) => ({
    to: filesTo,
    params: { teamId },
    search: entry.kind === "folder" ? { ...search, q: undefined, folder: entry.path } : { ...search, file: entry.path },
  });
  usePageActions([
    { id: "upload", label: "Upload files", icon: Upload, keys: "u", run: choose },
    { id: "new-folder", label: "New folder", icon: FolderPlus, run: () => setNaming(true) },
  ]);
  useShortcuts("Files", [{ keys: "u", label: "Upload files", run: choose }]);

  const empty = (
    <div className="flex-1">
      <NoFiles folder={folder} onChoose={choose} onFiles={upload} />
    </div>
  );
  return (
    <Page
      title={folder === "" ? "Files" : baseNameOf(folder)}
      crumbs={crumbsOf(teamId, folder)}
      actions={
        <>
          <Button icon={FolderPlus} onClick={() => setNaming(true)}>
            New folder
          </Button>
          <UploadButton onClick={choose} />
        </>
      }
    >
      {folder === "" ? <LibraryTabs teamId={teamId} value="files" /> : null}
      <FileInput ref={input} onFiles={upload} />
      <FileDropArea onFiles={upload} className="flex min-h-0 flex-1 flex-col">
        {files.length === 0 && folder === "" ? (
          empty
        ) : (
          <ListFrame
            {...{ teamId, search, empty }}
            list={fileList}
            columns={fileColumns}
            to={filesTo}
            query={{ data: files, error: null, refetch: () => undefined }}
            cells={fileCells({ teamId, found: q !== "", onAct })}
            total={shown.reduce((sum, entry) => sum + (entry.kind === "file" ? 1 : entry.count), 0)}
            none={shown.length === 0}
            count={countOf(shown, q)}
            file={{ endpoint: exportFiles, params: { teamId }, body: requestOf(fileList, search) }}
            before={
              folder === "" ? null : (
                <LinkButton
                  icon={CornerLeftUp}
                  tone="quiet"
                  size="sm"
                  className="sm:hidden"
                  link={{ to: filesTo, params: { teamId }, search: { ...search, q: undefined, folder: folderOf(folder) || undefined } }}
                >
                  {folderOf(folder) === "" ? "All files" : baseNameOf(folderOf(folder))}
                </LinkButton>
              )
            }
          >
            {(columns) => (
              <div className="relative flex min-h-0 flex-1 flex-col">
                <FreshChip count={fresh} onShow={show} />
                <Table label="Files" rows={shown} rowId={keyOf} rowLink={linkOf} columns={columns} />
              </div>
            )}
          </ListFrame>
        )}
      </FileDropArea>
      <UploadList teamId={teamId} uploads={uploads} />
      <NewFolder open={naming} onClose={() => setNaming(false)} folder={folder} onName={(path) => change({ folder: path, q: undefined })} />
    </Page>
  );
}

function countOf(entries: readonly Entry[], q: string): string {
  const found = entries.filter((entry) => entry.kind === "file").length;
  const folders = entries.length - found;
  const files = `${found.toLocaleString("en")} ${found === 1 ? "file" : "files"}`;
  if (q !== "") return `${files} found`;
  return folders === 0 ? files : `${folders} ${folders === 1 ? "folder" : "folders"}, ${files}`;
}
