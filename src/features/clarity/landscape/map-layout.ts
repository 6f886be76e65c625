import type { LandscapeLink } from "#contract/clarity/node.ts";
import type { Frame } from "./landscape-model.ts";

/** In px, as the map draws them. */
export const sizes = { leastFrame: 188, mostFrame: 232, gap: 18, head: 30, row: 24, end: 5, edge: 14, street: 8 } as const;

interface PlacedFrame {
  readonly frame: Frame;
  readonly column: number;
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

export interface MapLayout {
  readonly frames: readonly PlacedFrame[];
  /** Of each frame: as many columns as there is room for share the width. */
  readonly frameWidth: number;
  readonly width: number;
  readonly height: number;
}

const heightOf = ({ rows }: Frame) => sizes.head + rows.length * sizes.row + sizes.end;

/** Frames in their order, each under the shortest column so far: the same frames always have the same places. */
export function layOut(frames: readonly Frame[], width: number): MapLayout {
  const room = width - 2 * sizes.edge;
  const columns = Math.max(1, Math.floor((room + sizes.gap) / (sizes.leastFrame + sizes.gap)));
  const share = Math.floor((room + sizes.gap) / columns) - sizes.gap;
  const frameWidth = Math.min(sizes.mostFrame, Math.max(sizes.leastFrame, share));
  const step = frameWidth + sizes.gap;
  const ends = Array.from({ length: columns }, (): number => sizes.edge);
  const placed = frames.map((frame): PlacedFrame => {
    const column = ends.indexOf(Math.min(...ends));
    const y = ends[column] ?? 0;
    const height = heightOf(frame);
    ends[column] = y + height + sizes.gap;
    return { frame, column, x: sizes.edge + column * step, y, height };
  });
  const used = Math.min(columns, Math.max(1, frames.length));
  const height = Math.max(...ends, sizes.edge) - sizes.gap + sizes.edge;
  return { frames: placed, frameWidth, width: 2 * sizes.edge + used * step - sizes.gap, height };
}

interface End {
  readonly column: number;
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** The middle of each line, by its id. */
export function endsOf({ frames, frameWidth }: MapLayout): ReadonlyMap<string, End> {
  return new Map(
    frames.flatMap(({ frame, column, x, y }) =>
      frame.rows.map(
        (row, at) => [row.id, { column, left: x, right: x + frameWidth, y: y + sizes.head + at * sizes.row + sizes.row / 2 }] as const,
      ),
    ),
  );
}

/**
 * The way of a link between the frames: out at the side that faces the other end, up or down the gap, and in. Ends that are more than one column
 * apart meet over the frames. `lane` parts links that share a gap. Undefined where an end is not drawn.
 */
export function wayOf({ sourceNodeId, targetNodeId }: LandscapeLink, ends: ReadonlyMap<string, End>, lane: number): string | undefined {
  const [from, to] = [ends.get(sourceNodeId), ends.get(targetNodeId)];
  if (!from || !to) return undefined;
  const offset = 4 + (lane % 4) * 3;
  const apart = to.column - from.column;
  if (apart === 0) return `M${from.right} ${from.y}H${from.right + offset}V${to.y}H${to.right + 2}`;
  if (apart === 1) return `M${from.right} ${from.y}H${to.left - offset}V${to.y}H${to.left - 2}`;
  if (apart === -1) return `M${from.left} ${from.y}H${from.left - offset}V${to.y}H${to.right + 2}`;
  const over = sizes.street - (lane % 4) * 2;
  const out = apart > 0 ? `M${from.right} ${from.y}H${from.right + offset}` : `M${from.left} ${from.y}H${from.left - offset}`;
  const into = apart > 0 ? `V${over}H${to.left - offset}V${to.y}H${to.left - 2}` : `V${over}H${to.right + offset}V${to.y}H${to.right + 2}`;
  return `${out}${into}`;
}
