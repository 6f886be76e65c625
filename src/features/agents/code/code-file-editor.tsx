import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { BundleFile } from "#contract/agents/config.ts";
import { useCodeText } from "#features/agents/use-code-text.ts";
import { bytesOf } from "#ui/bytes.tsx";
import { CodeEditor } from "#ui/code-editor.tsx";
import { cx } from "#ui/cx.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";

interface CodeFileEditorProps {
  file: BundleFile;
  teamId: string;
  onWrite?: (text: string) => void;
  onRename?: () => void;
  onRemove?: () => void;
}

const maxBytes = 131_072;

/** One file of a program; without `onWrite` it is read only. */
export function CodeFileEditor({ file, teamId, onWrite, onRename, onRemove }: CodeFileEditorProps) {
  // What is typed shows at once; the digest that the form holds comes a moment later.
  const [typed, setTyped] = useState<string | null>(null);
  const content = useCodeText(teamId, file);
  const text = typed ?? content.text;
  return (
    <>
      <div className="flex min-h-8 items-center gap-1 border-b border-line px-2">
        <span className="min-w-0 truncate font-mono text-xs" title={file.path}>
          {file.path}
        </span>
        <span
          className={cx("ms-auto text-xs whitespace-nowrap", file.sizeBytes > maxBytes ? "text-failed" : "text-ink-3")}
          title={`${file.sizeBytes.toLocaleString("en")} of ${maxBytes.toLocaleString("en")} bytes`}
        >
          {bytesOf(file.sizeBytes)} of {bytesOf(maxBytes)}
        </span>
        {onRename ? <IconButton size="sm" icon={Pencil} label={`Rename ${file.path}`} onClick={onRename} /> : null}
        {onRemove ? <IconButton size="sm" icon={Trash2} label={`Remove ${file.path}`} onClick={onRemove} /> : null}
      </div>
      <div className="min-h-0 flex-1">
        {text !== undefined ? (
          <CodeEditor
            fill
            label={file.path}
            language={languageOf(file.path)}
            value={text}
            readOnly={onWrite === undefined}
            {...(onWrite ? { onChange: (next: string) => (setTyped(next), onWrite(next)) } : {})}
          />
        ) : content.notText ? (
          <EmptyState title="Not text">This file cannot be edited here. Upload a file with the same path to replace it.</EmptyState>
        ) : content.error ? (
          <ErrorState error={content.error} what={file.path} onRetry={content.retry} />
        ) : (
          <SkeletonRows rows={6} height={24} />
        )}
      </div>
    </>
  );
}

function languageOf(path: string): "python" | "markdown" | "plain" {
  return path.endsWith(".py") ? "python" : path.endsWith(".md") ? "markdown" : "plain";
}
