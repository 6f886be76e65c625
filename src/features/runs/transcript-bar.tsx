import { ArrowDownToLine, CircleX, Search, Timer } from "lucide-react";
import type { RunWait } from "#contract/runs/run.ts";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { WaitsLine } from "#ui/waits.tsx";

interface TranscriptBarProps {
  count: number;
  wait: RunWait | null;
  finding: boolean;
  onFind: () => void;
  onFirstError: (() => void) | undefined;
  /** Missing while the end is in sight. */
  onEnd: (() => void) | undefined;
  /** Shows and hides where the time went, on a screen that has no room for it beside everything else. */
  time: { shown: boolean; onToggle: () => void } | undefined;
}

export function TranscriptBar({ count, wait, finding, onFind, onFirstError, onEnd, time }: TranscriptBarProps) {
  return (
    <div role="toolbar" aria-label="Transcript" className="flex h-9 shrink-0 items-center gap-1 border-b border-line px-3 md:px-4">
      <span className="me-auto flex min-w-0 items-center gap-3 self-stretch">
        <span className="text-xs whitespace-nowrap text-ink-3">
          {count.toLocaleString("en")}
          <span className="max-sm:sr-only"> {count === 1 ? "message" : "messages"}</span>
        </span>
        {wait ? <WaitsLine key={wait.for} wait={wait} /> : null}
      </span>
      {onFirstError ? (
        <Button size="sm" tone="quiet" icon={CircleX} onClick={onFirstError}>
          First error
        </Button>
      ) : null}
      {time ? <IconButton size="sm" icon={Timer} label="Time" aria-pressed={time.shown} onClick={time.onToggle} /> : null}
      <Button size="sm" tone="quiet" fold icon={ArrowDownToLine} disabled={!onEnd} onClick={onEnd}>
        End
      </Button>
      <Button size="sm" tone="quiet" fold icon={Search} aria-pressed={finding} onClick={onFind}>
        Find
      </Button>
    </div>
  );
}
