import { ChevronDown, ChevronUp } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { SpanChoice } from "#ui/chart/span-choice.tsx";
import { Keys } from "#ui/kbd.tsx";
import { useMedia } from "#ui/media.ts";
import { useShortcuts } from "#ui/shortcuts.ts";
import { useOverviewChoice } from "./use-overview-choice.ts";
import { OverviewLine } from "./overview-line.tsx";
import { QueueOverview } from "./queue-overview.tsx";

interface OverviewOf {
  teamId: string;
  queueId: string;
  /** Whether there is anything to say, and the tab of cases is open. */
  has: boolean;
  /** Cards need the height, and H leads to another of their columns. */
  board: boolean;
}

/** The figures above the cases of a queue, and what stands for them at the end of the tabs. */
export function useOverview({ teamId, queueId, has, board }: OverviewOf): { band: ReactNode; end: ReactNode } {
  const roomy = useMedia("(min-width: 1200px) and (min-height: 800px)");
  const wide = roomy && !board;
  const [{ shown, span }, choose] = useOverviewChoice();
  const label = shown ? "Hide overview" : "Show overview";
  const turn = () => choose({ shown: !shown });
  useShortcuts("Queue", has && wide ? [{ keys: "h", label, run: turn }] : []);
  if (!has) return { band: null, end: undefined };
  if (!wide) return { band: <OverviewLine {...{ teamId, queueId, span }} onSpan={(next) => choose({ span: next })} />, end: undefined };
  return {
    band: shown ? <QueueOverview {...{ teamId, queueId, span }} /> : null,
    end: (
      <div className="flex items-center gap-2">
        {shown ? <SpanChoice span={span} onChange={(next) => choose({ span: next })} /> : null}
        <Button tone="quiet" size="sm" icon={shown ? ChevronUp : ChevronDown} aria-expanded={shown} onClick={turn}>
          {label}
          <Keys keys="h" />
        </Button>
      </div>
    ),
  };
}
