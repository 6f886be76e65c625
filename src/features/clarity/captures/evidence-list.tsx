import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Evidence } from "#contract/clarity/evidence.ts";
import { placeOf } from "#contract/clarity/evidence-place.ts";
import { cx } from "#ui/cx.ts";
import { AnyLink } from "#ui/link.tsx";
import { useMedia } from "#ui/media.ts";
import { PartFailed } from "#ui/part-failed.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { useHighlight } from "#ui/use-highlight.ts";
import { FindInCapture } from "./find-in-capture.tsx";
import { useEvidence } from "./use-evidence.ts";

/** Of a passage of one line, in pixels; on a phone its place is above it. */
const heights = { wide: 36, narrow: 56 };

interface EvidenceListProps {
  processId: string;
  captureId: string;
  count: number;
  /** A position to begin at, which is marked. */
  at: number | undefined;
  /** What is searched for; undefined while the box is closed. */
  find: string | undefined;
  onFind: (text: string | undefined) => void;
  /** The address of the unit at a position. */
  linkTo: (position: number) => string;
  /** The place of a unit was pressed. */
  onPlace: () => void;
}

/** What a capture says, unit by unit. Only the units in sight are in the document, and only their pages are loaded. */
export function EvidenceList({ processId, captureId, count, at, find, onFind, linkTo, onPlace }: EvidenceListProps) {
  // The virtualizer is one object that changes inside; a memoised reader would stop at the first rows.
  "use no memo";
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [found, setFound] = useState<number>();
  const height = useMedia("(max-width: 599px)") ? heights.narrow : heights.wide;
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    paddingStart: 8,
    paddingEnd: 24,
    initialOffset: at === undefined ? 0 : Math.max(0, at * height - 200),
    directDomUpdates: true,
  });
  const items = virtualizer.getVirtualItems();
  const units = useEvidence(processId, captureId, { first: items[0]?.index ?? 0, last: items.at(-1)?.index ?? 0 });
  useHighlight(content, find ?? "", `${items[0]?.index} ${items.at(-1)?.index} ${units.stamp}`);
  const jump = (position: number) => {
    setFound(position);
    virtualizer.scrollToIndex(position, { align: "center" });
  };
  const marked = (find === undefined ? undefined : found) ?? at;
  const sentTo = useRef(at);
  useEffect(() => {
    if (at !== undefined && at !== sentTo.current) virtualizer.scrollToIndex(at, { align: "auto" });
    sentTo.current = at;
  }, [at, virtualizer]);
  const toStart = () => virtualizer.scrollToIndex(0);
  const toEnd = () => virtualizer.scrollToIndex(count - 1, { align: "end" });
  useShortcuts("Evidence", [
    { keys: "mod+f", label: "Find in this capture", whileTyping: true, run: () => onFind(find ?? "") },
    { keys: "g g", label: "Jump to the start", run: toStart },
    { keys: "shift+g", label: "Jump to the end", run: toEnd },
  ]);
  // The browser's own way there is animated, and ends where a passage on it turns out higher than was thought.
  const onKeyDown = (event: KeyboardEvent) => {
    const go = event.key === "Home" ? toStart : event.key === "End" ? toEnd : undefined;
    if (!go) return;
    event.preventDefault();
    go();
  };
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {find === undefined ? null : (
        <FindInCapture
          processId={processId}
          captureId={captureId}
          text={find}
          onText={onFind}
          onJump={jump}
          onClose={() => onFind(undefined)}
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it is scrolled by key, and not pressed */}
      <div
        ref={scroller}
        onKeyDown={onKeyDown}
        tabIndex={0}
        role="group"
        aria-label="Evidence"
        data-scroll-restoration-id={`evidence:${captureId}`}
        className="min-h-0 flex-1 overflow-y-auto [overflow-anchor:none] low:flex-[1_0_80dvh]"
      >
        <div ref={content} className="[&::highlight(found)]:bg-waiting-soft [&::highlight(found)]:text-waiting">
          <ol data-windowed className="relative mx-auto max-w-[880px]" ref={virtualizer.containerRef}>
            {items.map(({ index }) => (
              <li
                key={index}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={count}
                aria-current={marked === index ? "location" : undefined}
                className={cx(
                  "absolute inset-x-0 top-0 flex flex-wrap gap-x-3 px-4 py-2 text-sm leading-5 md:px-5",
                  marked === index && "bg-accent-soft",
                )}
              >
                <Unit unit={units.at(index)} link={linkTo(index)} onPlace={onPlace} />
              </li>
            ))}
          </ol>
        </div>
      </div>
      {units.error ? <PartFailed what="passages" onRetry={units.retry} /> : null}
    </div>
  );
}

function Unit({ unit, link, onPlace }: { unit: Evidence | undefined; link: string; onPlace: () => void }) {
  if (!unit) return <Skeleton className="my-1 w-2/3" />;
  const { locator, text, person } = unit;
  return (
    <>
      <AnyLink
        link={link}
        title="Link to this place"
        onClick={onPlace}
        className="w-24 shrink-0 rounded-sm text-xs leading-5 text-ink-3 tabular-nums hover:text-ink hover:underline"
      >
        {placeOf(locator)}
      </AnyLink>
      <span dir="auto" className="min-w-0 flex-1 basis-60 break-words">
        {person === null ? null : <span className="me-1 font-medium">{person}:</span>}
        {text}
      </span>
    </>
  );
}
