import { Upload } from "lucide-react";
import { type DragEvent, type ReactNode, useId, useState } from "react";
import { cx } from "./cx.ts";

export interface FileDropProps {
  onFiles: (files: readonly File[]) => void;
  /** As in "Drop files here". */
  label: string;
  /** Limits in words. */
  hint?: string;
  multiple?: boolean;
  /** As the `accept` attribute. */
  accept?: string;
  autoFocus?: boolean;
  /** One line, where files are not the main thing of the page. */
  compact?: boolean;
}

/** Takes files by drop, by choice and by paste. */
export function FileDrop({ onFiles, label, hint, multiple = true, accept, autoFocus, compact }: FileDropProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const give = (list: FileList | null) => {
    if (list && list.length > 0) onFiles(multiple ? [...list] : [...list].slice(0, 1));
  };
  return (
    <label
      htmlFor={id}
      {...dropHandlers(setOver, give)}
      onPaste={(event) => give(event.clipboardData.files)}
      className={cx(
        "flex cursor-pointer items-center rounded-md border border-dashed focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-(--focus)",
        compact ? "flex-wrap gap-x-2 px-3 py-2 text-sm" : "flex-col gap-1 px-4 py-6 text-center",
        over ? "border-accent bg-accent-soft" : "border-line-strong hover:bg-hover",
      )}
    >
      <Upload size={16} strokeWidth={1.75} aria-hidden className="text-ink-3" />
      <span>
        {label} <span className="text-accent-ink">or choose</span>
      </span>
      {hint ? <span className="text-xs text-ink-3">{hint}</span> : null}
      <input
        id={id}
        type="file"
        multiple={multiple}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- where a person comes back to it
        autoFocus={autoFocus}
        {...(accept === undefined ? {} : { accept })}
        className="sr-only"
        onChange={(event) => {
          give(event.target.files);
          event.target.value = "";
        }}
      />
    </label>
  );
}

/** Makes a whole area take dropped files. */
export function FileDropArea({
  onFiles,
  children,
  className,
}: {
  onFiles: (files: readonly File[]) => void;
  children: ReactNode;
  className?: string;
}) {
  const [over, setOver] = useState(false);
  return (
    <div {...dropHandlers(setOver, (list) => list && onFiles([...list]))} className={cx("relative", className)}>
      {children}
      {over ? (
        <div className="pointer-events-none absolute inset-1 z-20 grid place-content-center rounded-md border-2 border-dashed border-accent bg-accent-soft/80 font-medium">
          Drop to upload
        </div>
      ) : null}
    </div>
  );
}

function dropHandlers(setOver: (over: boolean) => void, give: (list: FileList | null) => unknown) {
  return {
    onDragOver: (event: DragEvent) => {
      if (!isFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      if (!isFiles(event)) return;
      event.preventDefault();
      setOver(false);
      give(event.dataTransfer.files);
    },
  };
}

function isFiles(event: DragEvent): boolean {
  return event.dataTransfer.types.includes("Files");
}
