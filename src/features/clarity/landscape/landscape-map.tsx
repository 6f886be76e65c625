import { useEffect, useRef, useState } from "react";
import type { LandscapeLink } from "#contract/clarity/node.ts";
import type { Frame, Row } from "./landscape-model.ts";
import { MapFrame } from "./map-frame.tsx";
import { layOut } from "./map-layout.ts";
import { MapLinks } from "./map-links.tsx";

interface LandscapeMapProps {
  frames: readonly Frame[];
  links: readonly LandscapeLink[];
  chosen: string | undefined;
  /** What is linked to the chosen one, as far as it goes. */
  path: ReadonlySet<string>;
  matches: ((row: Row) => boolean) | undefined;
  onChoose: (id: string | undefined) => void;
  onOrganize: (() => void) | undefined;
}

/** Areas as frames in columns, with the links between their lines. The tree beside it is its twin for the keyboard and for screen readers. */
export function LandscapeMap({ frames, links, chosen, path, matches, onChoose, onOrganize }: LandscapeMapProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    const watch = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    watch.observe(box);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    if (chosen !== undefined && width > 0)
      scroller.current?.querySelector(`[data-place="${chosen}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [chosen, width]);
  const layout = layOut(frames, width);
  return (
    <div
      ref={scroller}
      role="group"
      aria-label="Map"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and its lines are chosen in the tree
      tabIndex={0}
      data-scroll-restoration-id="landscape-map"
      className="min-h-0 flex-1 overflow-auto -outline-offset-2"
    >
      {width > 0 ? (
        <div className="relative" style={{ width: layout.width, height: layout.height }}>
          {layout.frames.map(({ frame, x, y, height }) => (
            <div key={frame.id} className="absolute" style={{ left: x, top: y, height }}>
              <MapFrame width={layout.frameWidth} {...{ frame, chosen, path, matches, onChoose, onOrganize }} />
            </div>
          ))}
          <MapLinks layout={layout} links={links} chosen={chosen} path={path} />
        </div>
      ) : null}
    </div>
  );
}
