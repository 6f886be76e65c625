import { useMemo } from "react";
import { drawingOf } from "#contract/clarity/drawing/drawing.ts";
import type { Part } from "#contract/clarity/drawing/shapes.ts";
import { type Box, type FlowLayout, headers } from "#contract/clarity/layout/flow-layout.ts";
import { layoutOf } from "#contract/clarity/layout/layout.ts";
import type { Step } from "#contract/clarity/step.ts";
import { DrawnParts } from "#features/clarity/map/drawn-parts.tsx";
import { partsIn, sheetsOf } from "#contract/clarity/drawing/sheets.ts";

/** Around the pool, so that its border is whole. */
const edge = 1;

/** The drawing of a version on as many sheets as it needs. Each has the names of its lanes. */
export function DrawingSheets({ steps, name }: { steps: readonly Step[]; name: string }) {
  const { layout, parts, scale, windows } = useMemo(() => {
    const placed = layoutOf(steps);
    return { layout: placed, parts: drawingOf(placed, name), ...sheetsOf(placed) };
  }, [steps, name]);
  return windows.map((window, i) => {
    const part = windows.length > 1 ? `Part ${i + 1} of ${windows.length}` : undefined;
    return (
      <figure key={`${window.x} ${window.y}`} className="mb-4 break-inside-avoid">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- in a narrow window it is scrolled by keyboard */}
        <div tabIndex={0} role="group" aria-label={part ?? "Drawing"} className="overflow-x-auto print:overflow-visible">
          <Sheet {...{ layout, parts, window, scale }} label={`Drawing of ${name}${part ? `, ${part.toLocaleLowerCase("en")}` : ""}`} />
        </div>
        {part ? <figcaption className="mt-1 text-xs text-ink-3">{part}</figcaption> : null}
      </figure>
    );
  });
}

interface SheetProps {
  layout: FlowLayout;
  parts: readonly Part[];
  window: Box;
  scale: number;
  label: string;
}

function Sheet({ layout, parts, window, scale, label }: SheetProps) {
  const { x, y, width, height } = window;
  const shown = partsIn(parts, layout, window);
  const names = parts.filter(({ of }) => of === "pool" || of === "lane");
  const isLast = x + width >= layout.width;
  const [all, tall] = [headers + width + (isLast ? edge : 0), height + 2 * edge];
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-edge} ${y - edge} ${all + edge} ${tall}`}
      width={(all + edge) * scale}
      height={tall * scale}
      className="block print:h-auto print:max-w-full"
    >
      <svg x={headers} y={y - edge} width={all - headers} height={tall} viewBox={`${x} ${y - edge} ${all - headers} ${tall}`}>
        <DrawnParts parts={shown} />
      </svg>
      <svg x={-edge} y={y - edge} width={headers + edge} height={tall} viewBox={`${-edge} ${y - edge} ${headers + edge} ${tall}`}>
        <DrawnParts parts={names} />
      </svg>
    </svg>
  );
}
