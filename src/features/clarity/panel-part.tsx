import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "#ui/icon-button.tsx";

interface PanelPartProps {
  title: string;
  count?: number;
  /** What the button beside the title adds; without it there is none. */
  add?: { readonly label: string; readonly run: () => void } | undefined;
  children: ReactNode;
}

/** A titled part of the facts about a place. */
export function PanelPart({ title, count, add, children }: PanelPartProps) {
  return (
    <section className="border-t border-line px-4 py-3">
      <div className="mb-1 flex h-6 items-center gap-2">
        <h3 className="text-sm font-semibold">{title}</h3>
        {count === undefined ? null : <span className="text-xs text-ink-3 tabular-nums">{count}</span>}
        {add ? (
          <span className="ms-auto -me-1.5">
            <IconButton size="sm" icon={Plus} label={add.label} onClick={add.run} />
          </span>
        ) : null}
      </div>
      {children}
    </section>
  );
}
