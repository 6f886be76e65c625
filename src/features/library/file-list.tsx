import { useQueryClient } from "@tanstack/react-query";
import { CornerLeftUp, FolderPlus, Upload } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useHiddenColumns } from "#api/list-columns.ts";
import { exportFields, readExport } from "#api/list-export.ts";
import { readChanged } from "#api/stale.ts";
import { exportFiles } from "#contract/library/file-export.ts";
import type { TeamFile } from "#contract/library/files.ts";
import { Button } from "#ui/button.tsx";
import { ColumnMenu, shownColumns } from "#ui/column-menu.tsx";
import { type ExportChoice, ExportMenu } from "#ui/export-menu.tsx";
import { FileDropArea } from "#ui/file-drop.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { Page } from "#ui/page.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { Table } from "#ui/table.tsx";
import { Toolbar } from "#ui/toolbar.tsx";
import { useExport } from "#ui/use-export.ts";
import { keyOf, useCalmEntries } from "./calm-entries.ts";
import type { FileAct } from "./file-actions.ts";
import { fileColumns } from "./file-columns.tsx";
import { type Entry, entriesOf } from "./file-entries.ts";
import { type FileSearch, filesTo, type SortKey, useFileSearch } from "./file-search.ts";
import { baseNameOf, folderOf } from "./file-types.ts";
import { crumbsOf } from "./folder-crumbs.ts";
import { LibraryTabs } from "./library-tabs.tsx";
import { NewFolder } from "./new-folder.tsx";
import { NoFiles } from "./no-files.tsx";
import { SearchBox } from "./search-box.tsx";
import { FileInput, UploadButton } from "./upload-button.tsx";
import { UploadList } from "./upload-list.tsx";
import { startUploads, useUploads } from "./uploads.ts";

interface FileListProps {
  teamId: string;
  search: FileSearch;
  files: readonly TeamFile[];
  /** The saved views, which every list has. */
  views: ReactNode;
  onAct: (act: FileAct) => void;
}

export function FileList({ teamId, search, files, views, onAct }: FileListProps) {
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
      () => readChanged(client, ["file"]),
    );
  };
  const onSort = (key: SortKey) => {
    const turn = key === sort ? !desc : key !== "name";
    void change({ sort: key === "name" ? undefined : key, desc: turn ? true : undefined });
  };
  const chosen = useHiddenColumns(teamId, "files");
  const columns = fileColumns({ teamId, search, onSort, onAct });
  const visible = shownColumns(columns, chosen);
  const exporting = useExport<ExportChoice>({
    read: (choice, reading) => {
      const filters = { ...(folder ? { folder } : {}), ...(q ? { search: q } : {}) };
      return readExport(exportFiles, { params: { teamId }, body: { ...filters, ...exportFields(exportFiles.exports, choice) } }, reading);
    },
    total: shown.reduce((sum, entry) => sum + (entry.kind === "file" ? 1 : entry.count), 0),
    words: ["file", "files"],
  });
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

  // Where the team has no file at all, no search is what leaves nothing.
  const sought = files.length === 0 ? "" : q;
  const empty = <NoFiles folder={folder} q={sought} onClear={() => void change({ q: undefined })} onChoose={choose} onFiles={upload} />;
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
          <div className="flex-1">{empty}</div>
        ) : (
          <>
            <Toolbar
              label="Filter the files"
              end={
                <>
                  {fresh > 0 ? (
                    <Button size="sm" onClick={show}>
                      {fresh} new
                    </Button>
                  ) : null}
                  <span role="status" className="text-sm text-ink-3">
                    {countOf(shown, q)}
                  </span>
                  <ColumnMenu columns={columns} {...chosen} />
                  <ExportMenu exporting={exporting} shown={visible.map(({ id }) => id)} />
                </>
              }
            >
              {folder === "" ? null : (
                <LinkButton
                  icon={CornerLeftUp}
                  tone="quiet"
                  size="sm"
                  className="sm:hidden"
                  link={{ to: filesTo, params: { teamId }, search: { ...search, q: undefined, folder: folderOf(folder) || undefined } }}
                >
                  {folderOf(folder) === "" ? "All files" : baseNameOf(folderOf(folder))}
                </LinkButton>
              )}
              {views}
              <SearchBox q={q} onSearch={(next) => change({ q: next || undefined }, true)} />
            </Toolbar>
            {shown.length === 0 ? (
              <div className="flex-1">{empty}</div>
            ) : (
              <Table label="Files" rows={shown} rowId={keyOf} rowLink={linkOf} columns={visible} />
            )}
          </>
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
