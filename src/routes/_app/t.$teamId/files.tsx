import { createFileRoute } from "@tanstack/react-router";
import { ListViews } from "#features/lists/list-views.tsx";
import { fileFields, type FileSearch, filesInWords, readFilesShown } from "#features/library/file-search.ts";
import { FilesPage } from "#features/library/files-page.tsx";
import { filesOf } from "#features/library/queries.ts";
import { address } from "#ui/address.ts";

export const Route = createFileRoute("/_app/t/$teamId/files")({
  validateSearch: address<FileSearch>(fileFields),
  loader: ({ context: { queryClient }, params: { teamId } }) => {
    void queryClient.prefetchQuery(filesOf(teamId));
  },
  component: function FilesRoute() {
    const { teamId } = Route.useParams();
    const search = Route.useSearch();
    return (
      <FilesPage
        views={<ListViews {...{ teamId, search }} list="files" to="/t/$teamId/files" readShown={readFilesShown} inWords={filesInWords} />}
      />
    );
  },
});
