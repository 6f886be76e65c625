import { List, Map as MapIcon, MessageSquareText, Table2 } from "lucide-react";
import type { ReactNode } from "react";
import type { ProcessSearch } from "#features/clarity/clarity-search.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { SearchBox } from "#ui/search-box.tsx";
import { Status } from "#ui/status.tsx";

const views = [
  { value: "map", label: "Map", icon: MapIcon },
  { value: "table", label: "Table", icon: Table2 },
  { value: "list", label: "Steps", icon: List },
] as const;
type View = NonNullable<ProcessSearch["view"]>;

interface VersionBarProps {
  view: View;
  onView: (view: View) => void;
  find: string | undefined;
  onFind: (text: string, how: { replace: boolean }) => void;
  /** Open ones, and what leads to the first. */
  questions: number;
  onQuestion: () => void;
  /** Whether the chat is open. Undefined: the reader may not edit. */
  chat: boolean | undefined;
  onChat: () => void;
  /** Which version this is. */
  children: ReactNode;
}

/** Above a version: how it is shown, what is looked for, and what is open. */
export function VersionBar({ view, onView, find, onFind, questions, onQuestion, chat, onChat, children }: VersionBarProps) {
  return (
    <div role="group" aria-label="Version" className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
      <span className="flex gap-0.5">
        {views.map(({ value, label, icon }) => (
          <IconButton
            key={value}
            icon={icon}
            label={label}
            aria-pressed={view === value}
            onClick={() => onView(value)}
            className={view === value ? "bg-pressed text-ink" : ""}
          />
        ))}
      </span>
      <div className="flex w-full sm:w-56">
        <SearchBox label="Find a step" value={find ?? ""} onSearch={onFind} />
      </div>
      {questions > 0 ? (
        <button type="button" onClick={onQuestion} className="rounded-sm hover:underline">
          <Status look="asks" word={counted(questions, "question", "questions")} />
        </button>
      ) : null}
      {chat === undefined ? null : (
        <Button size="sm" tone="quiet" icon={MessageSquareText} aria-pressed={chat} onClick={onChat}>
          Edit by chat
        </Button>
      )}
      <span className="ms-auto text-sm text-ink-3">{children}</span>
    </div>
  );
}
