import { ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";

interface FoldProps {
  open: boolean;
  onToggle: () => void;
  /** One line that says what is inside. */
  head: ReactNode;
  /** Under the line, also while folded. */
  note?: ReactNode;
  children: ReactNode;
}

/** A line that opens what is under it. Its state lives above: a row that leaves the screen is taken out of the document. */
export function Fold({ open, onToggle, head, note, children }: FoldProps) {
  const id = useId();
  return (
    <div className="mx-3 my-1 rounded-md border border-line">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={onToggle}
        className="flex min-h-8 w-full items-center gap-2 rounded-md px-2 py-1 text-start text-sm hover:bg-hover"
      >
        <ChevronRight
          size={14}
          strokeWidth={1.75}
          aria-hidden
          className={`shrink-0 text-ink-3 transition-transform ${open ? "rotate-90" : ""}`}
        />
        {head}
      </button>
      {note}
      {open ? (
        <div id={id} className="flex flex-col gap-2 border-t border-line p-2">
          {children}
        </div>
      ) : null}
    </div>
  );
}
