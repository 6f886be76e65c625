import { useId } from "react";
import { CopyButton } from "./copy-button.tsx";

/** Text to copy, as it is. What it is for stands over it and names it. */
export function CodeBlock({ label, text, onCopied }: { label: string; text: string; onCopied?: () => void }) {
  const id = useId();
  return (
    <div className="min-w-0">
      <div className="mb-1 flex min-h-7 items-center justify-between gap-2">
        <span id={id} className="min-w-0 text-sm text-ink-2">
          {label}
        </span>
        <CopyButton text={text} words="Copy" onCopied={onCopied} />
      </div>
      <pre
        role="region"
        aria-labelledby={id}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls sideways is scrolled by keys too
        tabIndex={0}
        onCopy={onCopied}
        className="max-h-[60vh] overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-xs leading-5"
      >
        {text}
      </pre>
    </div>
  );
}
