import type { LandscapeLink } from "#contract/clarity/node.ts";
import { endsOf, type MapLayout, wayOf } from "./map-layout.ts";

interface MapLinksProps {
  layout: MapLayout;
  links: readonly LandscapeLink[];
  chosen: string | undefined;
  path: ReadonlySet<string>;
}

/** Lines between the frames. Only those of the chosen process have color; suggested ones are dashed. */
export function MapLinks({ layout, links, chosen, path }: MapLinksProps) {
  const ends = endsOf(layout);
  const isOn = ({ sourceNodeId: from, targetNodeId: to }: LandscapeLink) =>
    chosen !== undefined && [from, to].every((id) => id === chosen || path.has(id));
  const drawn = links.flatMap((link, lane) => {
    const way = wayOf(link, ends, lane);
    return way === undefined ? [] : [{ link, way, on: isOn(link) }];
  });
  // What has color is over what has none.
  const inOrder = drawn.toSorted((a, b) => Number(a.on) - Number(b.on));
  return (
    <svg aria-hidden width={layout.width} height={layout.height} className="pointer-events-none absolute inset-0">
      <defs>
        {[false, true].map((on) => (
          <marker
            key={String(on)}
            id={on ? "link-on" : "link-off"}
            viewBox="0 0 6 6"
            refX="5"
            refY="3"
            markerUnits="userSpaceOnUse"
            markerWidth="6"
            markerHeight="6"
            orient="auto"
          >
            <path d="M0 0L6 3L0 6Z" fill={on ? "var(--accent)" : "var(--line-strong)"} />
          </marker>
        ))}
      </defs>
      {inOrder.map(({ link, way, on }) => (
        <path
          key={link.id}
          d={way}
          fill="none"
          strokeLinejoin="round"
          strokeWidth={on ? 1.5 : 1}
          stroke={on ? "var(--accent)" : "var(--line-strong)"}
          strokeDasharray={link.state === "suggested" ? "3 3" : undefined}
          markerEnd={link.type === "hands_off_to" ? `url(#${on ? "link-on" : "link-off"})` : undefined}
        />
      ))}
    </svg>
  );
}
