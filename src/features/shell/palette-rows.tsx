import { Command } from "cmdk";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** Rows under a heading; nothing without rows. */
export function Group({ heading, children }: { heading: string; children: ReactNode }) {
  const filled = Array.isArray(children) ? children.flat().some(Boolean) : Boolean(children);
  if (!filled) return null;
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-3"
    >
      {children}
    </Command.Group>
  );
}

interface RowProps {
  value: string;
  onSelect: () => void;
  icon?: LucideIcon;
  lead?: ReactNode;
  note?: ReactNode;
  children: ReactNode;
}

export function Row({ value, onSelect, icon: Icon, lead, note, children }: RowProps) {
  return (
    <Command.Item value={value} onSelect={onSelect} className="menu-item min-h-8 text-base">
      {Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" /> : lead}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {note ? <span className="max-w-40 shrink-0 truncate text-xs text-ink-3">{note}</span> : null}
    </Command.Item>
  );
}

/** Why there are no rows; where a part of the search failed, also beside those of the rest. */
export function NothingFound({ searching, failed }: { searching: boolean; failed: boolean }) {
  if (failed && !searching)
    return (
      <p role="alert" className="px-3 py-2 text-sm text-failed">
        The search failed in part. Check your connection, then change what you typed to search again.
      </p>
    );
  return (
    <Command.Empty className="px-3 py-6 text-center text-ink-3">
      {searching ? "Searching…" : "No results. Try part of a name, or paste a complete id."}
    </Command.Empty>
  );
}
