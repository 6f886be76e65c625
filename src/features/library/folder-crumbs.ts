import type { Crumb } from "#ui/frame.ts";
import { filesTo } from "./file-search.ts";

/** The way from the topmost folder to the parent of this path; none for the topmost itself. */
export function crumbsOf(teamId: string, path: string): Crumb[] {
  if (path === "") return [];
  const parts = path.split("/");
  const link = (folder: string) => ({ to: filesTo, params: { teamId }, search: folder === "" ? {} : { folder } });
  return [
    { label: "Files", link: link("") },
    ...parts.slice(0, -1).map((label, at) => ({ label, link: link(parts.slice(0, at + 1).join("/")) })),
  ];
}
