export const nodeHeight = 48;
/** What an arrow takes where it passes a column. */
const laneHeight = 20;

export interface Arrow {
  readonly from: string;
  readonly to: string;
}
/** A node, or the place where a long arrow crosses a column. */
export interface Cell {
  readonly id: string;
  readonly column: number;
  readonly height: number;
}
/** From one column to the next. `arrow` counts those given. */
export interface Hop {
  readonly left: string;
  readonly right: string;
  readonly arrow: number;
}

export interface Columns {
  readonly cells: Cell[];
  readonly hops: Hop[];
  /** Positions of the arrows that run from right to left. */
  readonly backwards: ReadonlySet<number>;
}

/** Says in which column every node stands, and which columns every arrow crosses. No arrow may lead from a node to itself. Pure. */
export function columnsOf(nodes: readonly string[], arrows: readonly Arrow[]): Columns {
  const backwards = closingCircles(nodes, arrows);
  const forward = arrows.map((arrow, at) => (backwards.has(at) ? { from: arrow.to, to: arrow.from } : arrow));
  return { ...withLanes(nodes, forward, ranked(nodes, forward)), backwards };
}

/** Positions of arrows that lead back to where the walk came from. Without them there is no circle. */
function closingCircles(nodes: readonly string[], arrows: readonly Arrow[]): Set<number> {
  const backwards = new Set<number>();
  const state = new Map<string, "open" | "done">();
  const out = new Map(nodes.map((id) => [id, arrows.flatMap((arrow, at) => (arrow.from === id ? [at] : []))]));
  const visit = (id: string) => {
    state.set(id, "open");
    for (const at of out.get(id) ?? []) {
      const to = arrows[at]?.to ?? "";
      if (state.get(to) === "open") backwards.add(at);
      else if (!state.has(to)) visit(to);
    }
    state.set(id, "done");
  };
  const begins = new Set(arrows.map(({ to }) => to));
  for (const id of [...nodes.filter((each) => !begins.has(each)), ...nodes]) if (!state.has(id)) visit(id);
  return backwards;
}

/** Each node right of all that lead to it; what begins a way stands just before its first step. */
function ranked(nodes: readonly string[], arrows: readonly Arrow[]): Map<string, number> {
  const column = new Map(nodes.map((id) => [id, 0]));
  const at = (id: string) => column.get(id) ?? 0;
  for (let moved = true; moved;) {
    moved = false;
    for (const { from, to } of arrows) {
      if (at(to) > at(from)) continue;
      column.set(to, at(from) + 1);
      moved = true;
    }
  }
  const ends = new Set(arrows.map(({ to }) => to));
  for (const id of nodes)
    if (!ends.has(id)) column.set(id, Math.min(...arrows.filter(({ from }) => from === id).map(({ to }) => at(to))) - 1);
  return column;
}

function withLanes(nodes: readonly string[], arrows: readonly Arrow[], column: Map<string, number>): { cells: Cell[]; hops: Hop[] } {
  const at = (id: string) => column.get(id) ?? 0;
  const cells: Cell[] = nodes.map((id) => ({ id, column: at(id), height: nodeHeight }));
  const hops: Hop[] = [];
  for (const [arrow, { from, to }] of arrows.entries()) {
    let left = from;
    for (let between = at(from) + 1; between < at(to); between++) {
      const lane = `lane ${arrow} ${between}`;
      cells.push({ id: lane, column: between, height: laneHeight });
      hops.push({ left, right: lane, arrow });
      left = lane;
    }
    hops.push({ left, right: to, arrow });
  }
  return { cells, hops };
}
