import { createFileRoute } from "@tanstack/react-router";
import type { FileSearch } from "#features/library/file-search.ts";
import { FilesPage } from "#features/library/files-page.tsx";
import { filesOf } from "#features/library/queries.ts";
import { knownSearch } from "#ui/known-search.ts";

export const Route = createFileRoute("/_app/t/$teamId/files")({
  validateSearch: knownSearch<FileSearch>(({ folder, q, sort, desc, file, raw, version }) => ({
    ...text("folder", folder),
    ...text("q", q),
    ...(sort === "size" || sort === "changed" ? { sort } : {}),
    ...(desc === true ? { desc } : {}),
    ...text("file", file),
    ...(raw === true ? { raw } : {}),
    ...(typeof version === "number" && Number.isSafeInteger(version) && version >= 0 ? { version } : {}),
  })),
  loader: ({ context: { queryClient }, params: { teamId } }) => {
    void queryClient.prefetchQuery(filesOf(teamId));
  },
  component: FilesPage,
});

/** A folder named 2026 is a number in the address. */
function text<K extends string>(key: K, value: unknown): { [P in K]?: string } {
  return (typeof value === "string" || typeof value === "number") && value !== ""
    ? ({ [key]: String(value) } as { [P in K]?: string })
    : {};
}
