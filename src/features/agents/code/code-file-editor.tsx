import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { type BundleFile, maxBundleFileBytes } from "#contract/agents/config.ts";
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
  /** Settles when the form holds the text, or one written after it. */
  onWrite?: (text: string) => Promise<void>;
  onRename?: () => void;
  onRemove?: () => void;
}

/** One file of a program; without `onWrite` it is read only. */
export function CodeFileEditor({ file, teamId, onWrite, onRename, onRemove }: CodeFileEditorProps) {
  // What is typed shows at once, until the form holds its digest: from then on what the form holds may be somebody else's text.
  const [typed, setTyped] = useState<{ readonly text: string } | null>(null);
  const content = useCodeText(teamId, file);
  const text = typed?.text ?? content.text;
  const write = (next: string) => {
    const mine = { text: next };
    setTyped(mine);
    void onWrite?.(next).then(() => setTyped((now) => (now === mine ? null : now)));
  };
  return (
    <>
      <div className="flex min-h-8 items-center gap-1 border-b border-line px-2">
        <span className="min-w-0 truncate font-mono text-xs" title={file.path}>
          {file.path}
        </span>
        <span
          className={cx("ms-auto text-xs whitespace-nowrap", file.sizeBytes > maxBundleFileBytes ? "text-failed" : "text-ink-3")}
          title={`${file.sizeBytes.toLocaleString("en")} of ${maxBundleFileBytes.toLocaleString("en")} bytes`}
        >
          {bytesOf(file.sizeBytes)} of {bytesOf(maxBundleFileBytes)}
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
            {...(onWrite ? { onChange: write } : {})}
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
