import { Maximize, Minus, Plus } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from "react";
import { lanesOf, type StepMode } from "#contract/clarity/flow/lanes.ts";
import { headers } from "#contract/clarity/layout/flow-layout.ts";
import { layoutOf } from "#contract/clarity/layout/layout.ts";
import type { Step } from "#contract/clarity/step.ts";
import { factsOf, modeWords } from "#features/clarity/step-words.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { type DrawingProps, FlowDrawing, Headers } from "./flow-drawing.tsx";
import { fitZoom, zoomStep } from "./zoom.ts";
import { useZoomWheel } from "./use-zoom-wheel.ts";

interface FlowMapProps extends Pick<DrawingProps, "name" | "chosen" | "marks" | "modes" | "found" | "lit"> {
  steps: readonly Step[];
  onChoose: (id: string | undefined) => void;
}

const margin = 12;

/** The flow as a map: it pans by scrolling, zooms at the pointer, and is walked along its flows by keyboard. */
export function FlowMap({ steps, name, chosen, marks, modes, found, lit, onChoose }: FlowMapProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const layout = useMemo(() => layoutOf(steps), [steps]);
  const [zoom, setZoom] = useState<number>();
  const shown = zoom ?? 1;
  const fit = () => {
    const box = scroller.current;
    if (box) setZoom(fitZoom(layout, box, margin));
  };
  useEffect(() => {
    const box = scroller.current;
    // A drawing that is nearly as wide as its place is shown whole; a longer one begins at its start.
    if (box && zoom === undefined) setZoom(Math.max(0.75, fitZoom(layout, box, margin)));
  }, [layout, zoom]);
  useZoomWheel(scroller, shown, setZoom);
  useEffect(() => {
    if (chosen === undefined) return;
    scroller.current?.querySelector(`[data-step="${CSS.escape(chosen)}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [chosen]);
  useEffect(() => {
    if (lit && scroller.current) showOneOf(scroller.current, lit);
  }, [lit]);
  useShortcuts("Map", [
    { keys: "f", label: "Show the whole map", run: fit },
    { keys: "+", label: "Zoom in", run: () => setZoom(zoomStep(shown, 1)) },
    { keys: "-", label: "Zoom out", run: () => setZoom(zoomStep(shown, -1)) },
  ]);
  const step = steps.find(({ id }) => id === chosen);
  const go = (event: KeyboardEvent) => {
    const next = stepBy(event.key, steps, chosen, layout);
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next);
  };
  const press = ({ target }: MouseEvent) => {
    const at = (target as Element).closest("[data-step]");
    onChoose(at?.getAttribute("data-step") ?? undefined);
  };
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows walk along the flows; the table is its twin */}
      <div
        ref={scroller}
        role="application"
        aria-label={`Map of ${name}: ${steps.length} steps. Arrows follow flows`}
        aria-describedby="map-step"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and arrows walk in it
        tabIndex={0}
        onKeyDown={go}
        onClick={press}
        data-scroll-restoration-id="flow-map"
        className="min-h-0 flex-1 overflow-auto -outline-offset-2"
      >
        <div className="relative" style={{ width: (layout.width + 2 * margin) * shown, height: (layout.height + 2 * margin) * shown }}>
          <svg
            aria-hidden
            width={(layout.width + 2 * margin) * shown}
            height={(layout.height + 2 * margin) * shown}
            className="absolute inset-0"
          >
            <g transform={`scale(${shown}) translate(${margin} ${margin})`}>
              <FlowDrawing layout={layout} name={name} zoom={shown} {...{ chosen, marks, modes, found, lit }} />
            </g>
          </svg>
          <svg
            aria-hidden
            width={(headers + 1) * shown}
            height={(layout.height + 2 * margin) * shown}
            className="pointer-events-none sticky start-0 block"
            style={{ marginInlineStart: margin * shown }}
          >
            <g transform={`scale(${shown}) translate(0.5 ${margin})`}>
              <Headers layout={layout} name={name} />
            </g>
          </svg>
        </div>
      </div>
      <p id="map-step" role="status" className="sr-only">
        {step ? saidOf(step, steps, modes?.get(step.id)) : ""}
      </p>
      <Legend />
      <div className="absolute end-3 bottom-3 flex items-center rounded-md border border-line bg-surface text-sm">
        <IconButton icon={Minus} label="Zoom out" onClick={() => setZoom(zoomStep(shown, -1))} />
        <span className="w-12 text-center text-ink-2 tabular-nums">{Math.round(shown * 100)}%</span>
        <IconButton icon={Plus} label="Zoom in" onClick={() => setZoom(zoomStep(shown, 1))} />
        <IconButton icon={Maximize} label="Show the whole map" onClick={fit} />
      </div>
    </div>
  );
}

/** Scrolls to the first of them where none is in sight. */
function showOneOf(scroller: HTMLElement, ids: ReadonlySet<string>): void {
  const drawn = [...scroller.querySelectorAll("[data-step]")].filter((each) => ids.has(each.getAttribute("data-step") ?? ""));
  const box = scroller.getBoundingClientRect();
  const isInSight = (each: Element) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
  };
  if (!drawn.some(isInSight)) drawn[0]?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** What a screen reader says of a step: where it comes from, and where it leads. */
function saidOf(step: Step, steps: readonly Step[], mode: StepMode | undefined): string {
  const title = new Map(steps.map((each) => [each.id, each.title]));
  const from = steps.filter(({ targetSteps }) => targetSteps.some(({ stepId }) => stepId === step.id)).map((each) => each.title);
  const to = step.targetSteps.map(
    ({ stepId, label }, i) => `${step.targetSteps.length > 1 ? `${i + 1} ` : ""}${label ? `${label}: ` : ""}${title.get(stepId) ?? stepId}`,
  );
  return [
    `${steps.indexOf(step) + 1} ${step.title}, ${factsOf(step, lanesOf(steps).get(step.id) ?? null)}.`,
    mode ? `${modeWords[mode]}.` : "",
    from.length > 0 ? `From ${from.join(", ")}.` : "",
    to.length > 0 ? `To ${to.join(", ")}.` : "It leads to no other step.",
  ].join(" ");
}

type Placed = ReturnType<typeof layoutOf>;

/** The step that a key leads to: right and left along flows, up and down among neighbors, a digit along that branch. */
function stepBy(key: string, steps: readonly Step[], chosen: string | undefined, layout: Placed): string | undefined {
  const step = steps.find(({ id }) => id === chosen);
  if (!step) return key.startsWith("Arrow") ? steps[0]?.id : undefined;
  if (/^[1-9]$/.test(key)) return step.targetSteps[Number(key) - 1]?.stepId;
  if (key === "ArrowRight") return step.targetSteps[0]?.stepId;
  if (key === "ArrowLeft") return steps.find(({ targetSteps }) => targetSteps.some(({ stepId }) => stepId === step.id))?.id;
  if (key !== "ArrowUp" && key !== "ArrowDown") return undefined;
  const own = layout.nodes.find(({ node }) => node.id === chosen);
  if (!own) return undefined;
  const down = key === "ArrowDown";
  return layout.nodes
    .filter(({ node, y }) => node.step !== undefined && node.id !== chosen && (down ? y > own.y + 4 : y < own.y - 4))
    .toSorted((a, b) => away(a, own) - away(b, own))[0]?.node.id;
}

const away = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.abs(a.x - b.x) * 2 + Math.abs(a.y - b.y);

function Legend() {
  return (
    <p aria-hidden className="absolute start-3 bottom-3 flex gap-4 rounded-md bg-canvas/90 px-2 py-1 text-xs text-ink-2 max-sm:hidden">
      <span className="flex items-center gap-1.5">
        <span className="h-3 w-5 rounded-sm border border-ink-2" /> two witnesses or more
      </span>
      <span className="flex items-center gap-1.5">
        <span className="h-3 w-5 rounded-sm border border-dashed border-ink-2" /> one witness
      </span>
    </p>
  );
}
