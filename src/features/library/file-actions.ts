import { Copy, Download, PenLine, Terminal, Trash2 } from "lucide-react";
import { call, curlOf } from "#api/client.ts";
import { getFileContent, getFileDownloadUrl, type TeamFile } from "#contract/library/files.ts";
import { copyText } from "#ui/copy-text.ts";
import type { MenuEntry } from "#ui/menu.tsx";
import { toast } from "#ui/toast.ts";
import { typeOf } from "./file-types.ts";

/** What opens a dialog; the page holds it. */
export type FileAct = { readonly kind: "rename" | "delete"; readonly file: TeamFile };

/** Fetches a signed address and hands it to the browser, which keeps the file. */
export async function downloadFile(teamId: string, file: TeamFile): Promise<void> {
  try {
    const { url } = await call(getFileDownloadUrl, { params: { teamId, path: file.path } });
    const link = document.createElement("a");
    link.href = url;
    link.download = file.name;
    link.click();
  } catch (error) {
    toast(`${file.name} could not be downloaded. ${error instanceof Error ? error.message : ""}`, { failed: true });
  }
}

/** Text comes by one call; anything else by the call that gives a signed address. */
function curlOfFile(teamId: string, file: TeamFile): string {
  const endpoint = typeOf(file.name).kind === "binary" ? getFileDownloadUrl : getFileContent;
  return curlOf(endpoint, { params: { teamId, path: file.path } });
}

export function fileMenu(teamId: string, file: TeamFile, onAct: (act: FileAct) => void): MenuEntry[] {
  return [
    { label: "Download", icon: Download, onSelect: () => void downloadFile(teamId, file) },
    { label: "Rename…", icon: PenLine, onSelect: () => onAct({ kind: "rename", file }) },
    "separator",
    { label: "Copy path", icon: Copy, onSelect: () => copyText(file.path) },
    { label: "Copy as curl", icon: Terminal, onSelect: () => copyText(curlOfFile(teamId, file)) },
    "separator",
    { label: "Delete…", icon: Trash2, danger: true, onSelect: () => onAct({ kind: "delete", file }) },
  ];
}
