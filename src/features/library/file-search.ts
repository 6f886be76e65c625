import { useNavigate } from "@tanstack/react-router";

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
