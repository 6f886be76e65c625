import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { Loaded } from "#ui/loaded.tsx";
import { Page } from "#ui/page.tsx";
import { DeleteFile } from "./delete-file.tsx";
import type { FileAct } from "./file-actions.ts";
import { FileList } from "./file-list.tsx";
import { FilePage } from "./file-page.tsx";
import { filesOf } from "./queries.ts";
import { RenameFile } from "./rename-file.tsx";

const route = getRouteApi("/_app/t/$teamId/files");

/** The team's files: a folder of them, or one that is open. Both stand on the same list. */
export function FilesPage() {
  const { teamId } = route.useParams();
  const search = route.useSearch();
  const files = useQuery(filesOf(teamId));
  const [act, setAct] = useState<FileAct | null>(null);
  const close = () => setAct(null);
  return (
    <>
      {files.data === undefined ? (
        <Page title="Files">
          <Loaded query={files} what="the files of this team" needs="Member">
            {() => null}
          </Loaded>
        </Page>
      ) : search.file === undefined ? (
        <FileList key={teamId} teamId={teamId} search={search} files={files.data.files} onAct={setAct} />
      ) : (
        <FilePage
          key={search.file}
          teamId={teamId}
          search={search}
          path={search.file}
          file={files.data.files.find((file) => file.path === search.file)}
          onAct={setAct}
        />
      )}
      <RenameFile teamId={teamId} file={act?.kind === "rename" ? act.file : undefined} onClose={close} />
      <DeleteFile teamId={teamId} file={act?.kind === "delete" ? act.file : undefined} onClose={close} />
    </>
  );
}
