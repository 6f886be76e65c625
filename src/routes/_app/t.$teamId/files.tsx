import { createFileRoute } from "@tanstack/react-router";
import { fileList } from "#contract/library/file-list.ts";
import { fileFields, type OpenFile } from "#features/library/file-search.ts";
import { FilesPage } from "#features/library/files-page.tsx";
import { filesOf } from "#features/library/queries.ts";
import { addressOf } from "#lists/list-search.ts";

export const Route = createFileRoute("/_app/t/$teamId/files")({
  validateSearch: addressOf<typeof fileList, OpenFile>(fileList, fileFields),
  loader: ({ context: { queryClient }, params: { teamId } }) => {
    void queryClient.prefetchQuery(filesOf(teamId));
  },
  component: FilesPage,
});
