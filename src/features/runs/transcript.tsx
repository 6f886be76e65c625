import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { type RunMessage, startWords } from "#contract/runs/messages.ts";
import type { RunDetails } from "#contract/runs/run.ts";
import { cx } from "#ui/cx.ts";
import { useMedia } from "#ui/media.ts";
import { PartFailed } from "#ui/part-failed.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { FindInRun } from "./find-in-run.tsx";
import { starterOf } from "./run-source.ts";
import { RunTimeStrip } from "./run-time.tsx";
import { hasEnded } from "./run-status.ts";
import { isSaidByCard } from "./said-by-card.ts";
import { TranscriptBar } from "./transcript-bar.tsx";
import { TranscriptRow } from "./transcript-row.tsx";
import { useFolds } from "./use-folds.ts";
import { useHighlight } from "#ui/use-highlight.ts";
import { useStickToEnd } from "./use-stick-to-end.ts";
import { type Transcript as Messages, useLoadAround, useMessageCount, useTranscript } from "./use-transcript.ts";

const estimate = 48;

interface TranscriptProps {
  run: RunDetails;
  /** A position to begin at instead of the end. */
  at: number | undefined;
  /** What is searched for; undefined while the box is closed. */
  find: string | undefined;
  onFind: (text: string | undefined) => void;
  /** Behind the last message: what the run asks. */
  children?: ReactNode;
}

/** All that happened in a run. Only the rows in sight are in the document, and only their pages are loaded. */
export function Transcript({ run, at, find, onFind, children }: TranscriptProps) {
  // The virtualizer is one object that changes inside; a memoised reader would stop at the first rows.
  "use no memo";
  const count = useMessageCount(run.id, run.message_count);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const folds = useFolds();
  const narrow = useMedia("(max-width: 599px)");
  const [timed, setTimed] = useState(false);
  const [marked, setMarked] = useState<number>();
  const loadAround = useLoadAround(run.id);
  const stick = useStickToEnd({ scroller, content, released: at !== undefined, scrollToStart: () => virtualizer.scrollToIndex(0) });
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimate,
    overscan: 8,
    paddingStart: 8,
    initialOffset: at === undefined ? count * estimate : Math.max(0, at * estimate - 200),
    // A row that grows moves those behind it before it is drawn, not a frame later.
    directDomUpdates: true,
    onChange: stick.follow,
  });
  useLayoutEffect(() => stick.follow());
  const items = virtualizer.getVirtualItems();
  const messages = useTranscript(run.id, items[0]?.index ?? Math.max(0, count - 10), items.at(-1)?.index ?? count - 1, count);
  useHighlight(content, find ?? "", `${items[0]?.index} ${items.at(-1)?.index} ${messages.stamp} ${folds.count}`);

  const jump = async (position: number) => {
    stick.release();
    const place = await loadAround(Math.min(position, count - 1), count);
    setMarked(place.position);
    if (place.fold !== undefined) folds.open(place.fold);
    virtualizer.scrollToIndex(place.position, { align: "center" });
  };
  const jumpTo = useEffectEvent((position: number) => void jump(position));
  useEffect(() => {
    if (at !== undefined) jumpTo(at);
  }, [at]);
  const firstError = run.first_error_offset;
  useShortcuts("Transcript", [
    { keys: "mod+f", label: "Find in this run", whileTyping: true, run: () => onFind(find ?? "") },
    ...(firstError === null ? [] : [{ keys: "e", label: "Jump to the first error", run: () => void jump(firstError) }]),
    { keys: "shift+g", label: "Jump to the end", run: stick.toEnd },
    { keys: "g g", label: "Jump to the start", run: stick.toStart },
  ]);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <TranscriptBar
        count={count}
        wait={run.wait}
        finding={find !== undefined}
        onFind={() => onFind(find === undefined ? "" : undefined)}
        onFirstError={firstError === null ? undefined : () => void jump(firstError)}
        onEnd={stick.atEnd ? undefined : stick.toEnd}
        time={narrow ? { shown: timed, onToggle: () => setTimed(!timed) } : undefined}
      />
      {find === undefined ? null : (
        <FindInRun
          runId={run.id}
          text={find}
          onText={onFind}
          onJump={(position) => void jump(position)}
          onClose={() => onFind(undefined)}
        />
      )}
      {narrow && !timed ? null : <RunTimeStrip run={run} onJump={(position) => void jump(position)} />}
      <h2 className="sr-only">Transcript</h2>
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div
          ref={scroller}
          tabIndex={0}
          role="group"
          aria-label="Transcript"
          className="min-h-0 flex-1 overflow-y-auto [overflow-anchor:none] low:flex-[1_0_80dvh]"
        >
          <div
            ref={content}
            className="mx-auto max-w-[880px] px-0 pb-4 sm:px-2 [&::highlight(found)]:bg-waiting-soft [&::highlight(found)]:text-waiting"
          >
            <div
              role="feed"
              data-windowed
              aria-label="Messages"
              aria-busy={items.some(({ index }) => messages.at(index) === undefined)}
              className="relative"
              ref={virtualizer.containerRef}
            >
              {items.map(({ index }) => (
                <article
                  key={index}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  aria-posinset={index + 1}
                  aria-setsize={count}
                  className={cx(
                    "absolute inset-x-0 top-0 flow-root",
                    marked === index && "rounded-md bg-accent-soft outline-1 outline-accent",
                  )}
                >
                  <Row messages={messages} index={index} run={run} isOpen={folds.isOpen} onToggle={folds.toggle} />
                </article>
              ))}
            </div>
            {children}
          </div>
        </div>
        {messages.error ? <PartFailed what="messages" onRetry={messages.retry} /> : null}
      </div>
    </div>
  );
}

/** A run whose model is given our words, as nobody wrote any before it began. */
function startsWithout(run: RunDetails, second: RunMessage | undefined): boolean {
  const begun = second !== undefined || run.status === "running";
  return run.model !== null && begun && !(second?.type === "text" && second.role === "user");
}

interface RowOfProps {
  messages: Messages;
  index: number;
  run: RunDetails;
  isOpen: (id: string) => boolean;
  onToggle: (id: string) => void;
}

function Row({ messages, index, run, isOpen, onToggle }: RowOfProps) {
  "use no memo";
  const message = messages.at(index);
  const id = message?.id ?? "";
  const result = message?.tool_call ? messages.resultOf(message.tool_call.id) : undefined;
  const after = messages.at(index + 1);
  if (message && isSaidByCard(message, { status: run.status, answered: result !== undefined, last: after === undefined })) return null;
  return (
    <TranscriptRow
      message={message}
      before={messages.at(index - 1)}
      after={after}
      result={result}
      held={message?.tool_result !== undefined && messages.hasCall(message.tool_result.tool_call_id)}
      state={hasEnded(run.status) ? "ended" : run.status === "waiting" ? "waiting" : "working"}
      {...(index <= 1 ? { writer: starterOf(run) } : {})}
      {...(index === 0 && startsWithout(run, after) ? { more: `No message was given. The agent is told: “${startWords}”` } : {})}
      open={isOpen(id)}
      onToggle={onToggle}
      link={pathTo("/t/$teamId/runs/$runId", { teamId: run.team_id, runId: run.id }, { at: index })}
    />
  );
}
