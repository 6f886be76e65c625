import { List, MessageSquareText, Search, Table2, Workflow } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { ProcessSearch } from "#features/clarity/clarity-search.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import { cx } from "#ui/cx.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { SearchBox } from "#ui/search-box.tsx";
import { Segments } from "#ui/segments.tsx";
import { Status } from "#ui/status.tsx";

const views = {
  map: { label: "Map", icon: Workflow },
  table: { label: "Table", icon: Table2 },
  list: { label: "Steps", icon: List },
};
type View = NonNullable<ProcessSearch["view"]>;

interface VersionBarProps {
  /** A phone has the steps on a rail in place of the table, and one row. */
  narrow: boolean;
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
  version: string;
  /** The way to the captures, where they are not beside the map. */
  children: ReactNode;
}

/** Above a version: how it is shown, what is looked for, and what is open. */
export function VersionBar({ narrow, view, onView, find, onFind, chat, onChat, version, children, ...open }: VersionBarProps) {
  const [searching, setSearching] = useState(find !== undefined);
  const search = (
    <div className={cx("flex", narrow ? "w-full" : "w-40")}>
      <SearchBox label="Find a step" value={find ?? ""} onSearch={onFind} />
    </div>
  );
  return (
    <div
      role="group"
      aria-label="Version"
      className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-2 gap-y-1.5 border-b border-line px-3 py-1"
    >
      <Views {...{ narrow, view, onView }} />
      {narrow ? <IconButton icon={Search} label="Find a step" aria-pressed={searching} onClick={() => setSearching(!searching)} /> : search}
      {narrow ? null : children}
      {chat === undefined ? null : narrow ? (
        <IconButton icon={MessageSquareText} label="Edit by chat" aria-pressed={chat} onClick={onChat} />
      ) : (
        <Button size="sm" tone="quiet" icon={MessageSquareText} aria-pressed={chat} onClick={onChat}>
          Edit by chat
        </Button>
      )}
      <span className="ms-auto flex items-center gap-3 text-sm text-ink-3">
        {open.questions > 0 ? (
          <button type="button" onClick={open.onQuestion} className="rounded-sm text-ink hover:underline">
            <Status look="asks" word={counted(open.questions, "question", "questions")} />
          </button>
        ) : null}
        {narrow ? null : version}
      </span>
      {narrow && searching ? search : null}
    </div>
  );
}

function Views({ narrow, view, onView }: Pick<VersionBarProps, "narrow" | "view" | "onView">) {
  const usual: readonly View[] = narrow ? ["list", "map"] : ["map", "table"];
  const offered = usual.includes(view) ? usual : [...usual, view];
  return <Segments options={offered.map((one) => ({ value: one, ...views[one] }))} value={view} onChange={onView} />;
}
