import { ArrowLeft, Download, Ellipsis, FileQuestion, History } from "lucide-react";
import type { TeamFile } from "#contract/library/files.ts";
import { Button } from "#ui/button.tsx";
import { Bytes } from "#ui/bytes.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Menu } from "#ui/menu.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { Page } from "#ui/page.tsx";
import { type LinkTarget, useGo } from "#ui/link.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { Time } from "#ui/time.tsx";
import { downloadFile, type FileAct, fileMenu } from "./file-actions.ts";
import { type FileSearch, filesTo } from "./file-search.ts";
import { FileText } from "./file-text.tsx";
import { baseNameOf, typeOf } from "./file-types.ts";
import { FileVersions } from "./file-versions.tsx";
import { AgentLinks, useFileUsers } from "./file-users.tsx";
import { crumbsOf } from "./folder-crumbs.ts";
import { DownloadOnly } from "./download-only.tsx";
import { LostEdits } from "./lost-edits.tsx";
import { fileDraftId, useTextDraft } from "./text-draft.ts";

interface FilePageProps {
  teamId: string;
  search: FileSearch;
  path: string;
  /** Absent: the team has no file at this path. */
  file: TeamFile | undefined;
  onAct: (act: FileAct) => void;
}

/** One file: what it is, who names it, and its content where that is text. */
export function FilePage({ teamId, search, path, file, onAct }: FilePageProps) {
  const go = useGo();
  const back = { to: filesTo, params: { teamId }, search: { ...search, file: undefined, raw: undefined } };
  useShortcuts("File", [{ keys: "escape", label: "Back to the list", run: () => go(back) }]);
  usePageActions(
    file ? [{ id: "download", label: `Download ${file.name}`, icon: Download, run: () => void downloadFile(teamId, file) }] : [],
  );
  return (
    <Page
      title={baseNameOf(path)}
      crumbs={crumbsOf(teamId, path)}
      actions={
        file ? (
          <>
            <Button icon={Download} onClick={() => void downloadFile(teamId, file)}>
              Download
            </Button>
            <LinkButton icon={History} link={{ to: filesTo, params: { teamId }, search: { ...search, version: 0 } }}>
              Versions
            </LinkButton>
            <Menu trigger={<IconButton icon={Ellipsis} label={`Actions for ${file.name}`} />} entries={fileMenu(teamId, file, onAct)} />
          </>
        ) : null
      }
    >
      <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-3 py-2 text-sm text-ink-2 md:px-5">
        {/* From 600 px the breadcrumb leads back; a search it does not know. */}
        <LinkButton link={back} icon={ArrowLeft} tone="quiet" size="sm" className={search.q === undefined ? "-ms-2 sm:hidden" : "-ms-2"}>
          {search.q === undefined ? (search.folder === undefined ? "All files" : baseNameOf(search.folder)) : "Found files"}
        </LinkButton>
        {file ? <FileFacts teamId={teamId} file={file} /> : null}
      </div>
      {file === undefined ? (
        <MissingFile teamId={teamId} path={path} back={back} />
      ) : typeOf(file.name).kind === "binary" ? (
        <DownloadOnly teamId={teamId} file={file} reason={`${typeOf(file.name).label} files are not shown here.`} />
      ) : (
        <FileText teamId={teamId} file={file} raw={search.raw === true} />
      )}
      {file ? <FileVersions teamId={teamId} file={file} version={search.version} /> : null}
    </Page>
  );
}

function MissingFile({ teamId, path, back }: { teamId: string; path: string; back: LinkTarget }) {
  const draft = useTextDraft(fileDraftId(teamId, path));
  if (draft.draft) return <LostEdits teamId={teamId} path={path} content={draft.draft.content} draft={draft} />;
  return (
    <EmptyState icon={FileQuestion} title="This file does not exist" action={<LinkButton link={back}>Back to the files</LinkButton>}>
      <code className="break-all">{path}</code> was renamed or deleted, or never existed.
    </EmptyState>
  );
}

function FileFacts({ teamId, file }: { teamId: string; file: TeamFile }) {
  const users = useFileUsers(teamId, file.path);
  return (
    <>
      <span>{typeOf(file.name).label}</span>
      <Bytes size={file.metadata?.size} />
      <span>
        changed <Time at={file.updated_at ?? file.created_at} />
      </span>
      {users.length > 0 ? (
        <span className="min-w-0 break-words">
          Used by <AgentLinks teamId={teamId} agents={users} />
        </span>
      ) : null}
    </>
  );
}
