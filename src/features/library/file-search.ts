import { useNavigate } from "@tanstack/react-router";
import { readFlag, oneOf, readFields, type ReadValue } from "#ui/address.ts";

export type SortKey = "name" | "size" | "changed";

/** What the address holds. */
export interface FileSearch {
  /** The folder that is open; absent: the topmost. */
  folder?: string;
  q?: string;
  /** Absent: by name. */
  sort?: SortKey;
  desc?: true;
  /** The file that is open. */
  file?: string;
  /** Shows a table or formatted text as the text it is. */
  raw?: true;
  /** The version that is compared with the current one. */
  version?: number;
}

/** Names of files may begin with a blank. A folder named 2026 is a number in the address. */
const asWritten: ReadValue<string> = (raw) =>
  (typeof raw === "string" || typeof raw === "number") && raw !== "" ? String(raw) : undefined;
const shown = { folder: asWritten, q: asWritten, sort: oneOf(["size", "changed"]), desc: readFlag };
const version: ReadValue<number> = (raw) => (typeof raw === "number" && Number.isSafeInteger(raw) && raw >= 0 ? raw : undefined);
export const fileFields = { ...shown, file: asWritten, raw: readFlag, version };
/** The list alone, without the file that is open. */
export const readFilesShown = readFields<Pick<FileSearch, keyof typeof shown>>(shown);

/** What the list shows, in a few words. */
export function filesInWords({ folder, q, sort, desc }: FileSearch): string {
  const order = sort
    ? [`by ${sort === "size" ? "size" : "time of change"}${desc ? ", descending" : ""}`]
    : desc
      ? ["names from Z to A"]
      : [];
  return [folder ? `Folder ${folder}` : "All files", ...(q ? [`“${q}”`] : []), ...order].join(", ");
}

export const filesTo = "/t/$teamId/files";

/** Changes parts of the address; an undefined part goes. Resolves once the page of the changed address is shown. */
export function useFileSearch(
  teamId: string,
): (change: { [K in keyof FileSearch]: FileSearch[K] | undefined }, replace?: boolean) => Promise<void> {
  const navigate = useNavigate();
  return (change, replace = false) => navigate({ to: filesTo, params: { teamId }, search: (now) => ({ ...now, ...change }), replace });
}

/** Whether the address shows this file. */
export function isOpen(path: string): boolean {
  return new URLSearchParams(location.search).get("file") === path;
}
