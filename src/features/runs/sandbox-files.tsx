import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronRight, Download, FileText, Folder } from "lucide-react";
import { useEffect, useState } from "react";
import type { SandboxFile } from "#contract/runs/sandboxes.ts";
import { Button } from "#ui/button.tsx";
import { Bytes } from "#ui/bytes.tsx";
import { problemOf } from "#ui/problem.ts";
import { Spinner } from "#ui/spinner.tsx";
import { toast } from "#ui/toast.ts";
import { downloadAddress, sandboxFilesRead } from "./queries.ts";

const root = "/workspace";
const noFiles = "No files";

/** What the run works on and what it left. `stamp` changes when there may be more. */
export function SandboxFiles({ sandboxId, stamp, ended }: { sandboxId: string; stamp: string; ended: boolean }) {
  const client = useQueryClient();
  useEffect(() => {
    // A run's end is not told as a change of its sandbox.
    void client.invalidateQueries({ queryKey: sandboxFilesRead(sandboxId, root).queryKey.slice(0, 2), type: "active" });
  }, [client, sandboxId, stamp]);
  return (
    <section aria-label="Files" className="border-t border-line p-4">
      <h2 className="mb-2 text-sm font-semibold">Files</h2>
      <FolderContent sandboxId={sandboxId} path={root} depth={0} empty={ended ? noFiles : `${noFiles} yet`} />
    </section>
  );
}

interface FolderProps {
  sandboxId: string;
  path: string;
  depth: number;
  /** Said of a folder without files. */
  empty?: string;
}

function FolderContent({ sandboxId, path, depth, empty = "Empty" }: FolderProps) {
  const { data, error, refetch } = useQuery(sandboxFilesRead(sandboxId, path));
  const indent = { paddingInlineStart: depth * 16 };
  if (error && !data) {
    return (
      <p role="alert" style={indent} className="flex items-center justify-between gap-2 text-sm text-failed">
        {problemOf(error).message}
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  }
  if (!data) return <Spinner />;
  if (data.files.length === 0) {
    return (
      <p style={indent} className="text-sm text-ink-3">
        {depth === 0 ? `${empty}. Files that a program writes to output/ are kept here.` : empty}
      </p>
    );
  }
  return (
    <ul className="text-sm">
      {data.files.map((file) => (
        <li key={file.path}>
          {file.type === "dir" ? (
            <FolderRow sandboxId={sandboxId} file={file} depth={depth} />
          ) : (
            <FileRow sandboxId={sandboxId} file={file} depth={depth} />
          )}
        </li>
      ))}
    </ul>
  );
}

function FolderRow({ sandboxId, file, depth }: { sandboxId: string; file: SandboxFile; depth: number }) {
  const [open, setOpen] = useState(depth === 0);
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        style={{ paddingInlineStart: depth * 16 }}
        className="flex min-h-7 w-full items-center gap-1.5 rounded-sm text-start hover:bg-hover"
      >
        <ChevronRight
          size={14}
          strokeWidth={1.75}
          aria-hidden
          className={`shrink-0 text-ink-3 transition-transform ${open ? "rotate-90" : ""}`}
        />
        <Folder size={14} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
        <span className="truncate">{file.name}</span>
      </button>
      {open ? <FolderContent sandboxId={sandboxId} path={file.path} depth={depth + 1} /> : null}
    </>
  );
}

export function FileRow({ sandboxId, file, depth }: { sandboxId: string; file: SandboxFile; depth: number }) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const { url } = await downloadAddress(sandboxId, file.path);
      const link = document.createElement("a");
      link.href = url;
      link.download = file.name;
      link.click();
    } catch (error) {
      toast(`${file.name} could not be downloaded. ${problemOf(error).message}`, { failed: true });
    }
    setBusy(false);
  };
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      title={file.path}
      onClick={() => void download()}
      style={{ paddingInlineStart: Math.max(0, depth * 16 + 18) }}
      className="group flex min-h-7 w-full items-center gap-1.5 rounded-sm text-start hover:bg-hover"
    >
      {busy ? <Spinner /> : <FileText size={14} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />}
      <span className="min-w-0 flex-1 truncate">
        <span className="sr-only">Download </span>
        {file.name}
      </span>
      <span className="shrink-0 text-xs text-ink-3">
        <Bytes size={file.size_bytes} />
      </span>
      <Download size={14} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3 group-hover:text-ink" />
    </button>
  );
}
