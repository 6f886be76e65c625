import { createFileRoute } from "@tanstack/react-router";
import type { FileSearch } from "#features/library/file-search.ts";
import { FilesPage } from "#features/library/files-page.tsx";
import { filesOf } from "#features/library/queries.ts";
import { address, flag, oneOf, type ReadValue } from "#ui/address.ts";

/** Names of files may begin with a blank. A folder named 2026 is a number in the address. */
const asWritten: ReadValue<string> = (raw) =>
  (typeof raw === "string" || typeof raw === "number") && raw !== "" ? String(raw) : undefined;

export const Route = createFileRoute("/_app/t/$teamId/files")({
  validateSearch: address<FileSearch>({
    folder: asWritten,
    q: asWritten,
    sort: oneOf(["size", "changed"]),
    desc: flag,
    file: asWritten,
    raw: flag,
    version: (raw) => (typeof raw === "number" && Number.isSafeInteger(raw) && raw >= 0 ? raw : undefined),
  }),
  loader: ({ context: { queryClient }, params: { teamId } }) => {
    void queryClient.prefetchQuery(filesOf(teamId));
  },
  component: FilesPage,
});
