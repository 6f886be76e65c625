import { useNavigate } from "@tanstack/react-router";
import type { fileList } from "#contract/library/file-list.ts";
import type { SearchOf } from "#contract/list.ts";
import { readFlag, readPath, type ReadValue } from "#ui/address.ts";

/** What the address of the files holds beside their list. */
export interface OpenFile {
  /** The file that is open. */
  file?: string;
  /** Shows a table or formatted text as the text it is. */
  raw?: true;
  /** The version that is compared with the current one. */
  version?: number;
}
export type FileSearch = SearchOf<typeof fileList> & OpenFile;
export type SortKey = keyof (typeof fileList)["sorts"]["by"];

const version: ReadValue<number> = (raw) => (typeof raw === "number" && Number.isSafeInteger(raw) && raw >= 0 ? raw : undefined);
export const fileFields = { file: readPath, raw: readFlag, version };

export const filesTo = "/t/$teamId/files";

/** Changes parts of the address; an undefined part goes. Resolves once the page of the changed address is shown. */
export function useFileSearch(
  teamId: string,
): (change: { [K in keyof FileSearch]: FileSearch[K] | undefined }, replace?: boolean) => Promise<void> {
  const navigate = useNavigate({ from: filesTo });
  return (change, replace = false) => navigate({ to: filesTo, params: { teamId }, search: (now) => ({ ...now, ...change }), replace });
}

/** Whether the address shows this file. */
export function isOpen(path: string): boolean {
  return new URLSearchParams(location.search).get("file") === path;
}
