import type { Cell, Chain } from "./cells.ts";
import { type Net, tracksOf } from "./tracks.ts";

/** What an edge does on its way: rows that it follows, and where it changes from one to the next. */
export interface Route {
  readonly chain: Chain;
  /** Rows of the whole drawing, of its first node, its runs, its last node. */
  readonly rows: readonly number[];
  /** Between two of its rows: the channel right of this rank, or the column of its first or last node. */
  readonly turns: readonly Turn[];
}
export type Turn =
  | { readonly by: "channel"; readonly channel: number; readonly left: number; track: number; jogs: boolean }
  | { readonly by: "column"; readonly rank: number }
  | { readonly by: "none" };

export interface Plan {
  readonly routes: readonly Route[];
  /** Vertical lines side by side, by the rank on their left; -1 is before the first. */
  readonly tracks: ReadonlyMap<number, number>;
}

/** `mayTurn`: nodes that edges leave and enter at the top and the bottom too. `row`: of the whole drawing. */
export function planOf(
  cells: ReadonlyMap<string, Cell>,
  chains: readonly Chain[],
  row: (cell: Cell) => number,
  mayTurn: ReadonlySet<string>,
): Plan {
  const nodeAt = new Set([...cells.values()].map((cell) => `${cell.rank} ${row(cell)}`));
  /** Who has the line of a cell; each run its own. */
  const owner = new Map<string, string>();
  for (const { edge, runs } of chains) for (const cell of runs) owner.set(`${cell.rank} ${row(cell)}`, edge.key);
  const uprights = new Map<number, { readonly top: number; readonly bottom: number; readonly net: string }[]>();
  /** Takes the column of a node from its row to another one, where nothing is in between. */
  const takeColumn = (rank: number, own: number, other: number, net: string, edge: string, isOwn: boolean): boolean => {
    const [top, bottom] = [Math.min(own, other), Math.max(own, other)];
    for (let at = top; at <= bottom; at++) if (at !== own && nodeAt.has(`${rank} ${at}`)) return false;
    const corner = `${rank} ${other}`;
    const held = owner.get(corner);
    if (held !== undefined && held !== edge && held !== net) return false;
    const here = uprights.get(rank) ?? [];
    if (here.some((each) => each.net !== net && each.top <= bottom && each.bottom >= top)) return false;
    if (!isOwn) owner.set(corner, net);
    uprights.set(rank, [...here, { top, bottom, net }]);
    return true;
  };
  const routes = chains.map((chain): Route => {
    const [from, to] = [cells.get(chain.edge.from), cells.get(chain.edge.to)];
    const line = [from, ...chain.runs, to].filter((cell) => cell !== undefined);
    const rows = line.map(row);
    const last = line.length - 2;
    const turns = line.slice(1).map((cell, i): Turn => {
      const [a, b] = [rows[i] ?? 0, rows[i + 1] ?? 0];
      if (a === b) return { by: "none" };
      const before = line[i] ?? cell;
      if (i === 0 && mayTurn.has(chain.edge.from) && takeColumn(before.rank, a, b, `from ${chain.edge.from}`, chain.edge.key, chain.back))
        return { by: "column", rank: before.rank };
      if (i === last && mayTurn.has(chain.edge.to) && takeColumn(cell.rank, b, a, `to ${chain.edge.to}`, chain.edge.key, chain.back))
        return { by: "column", rank: cell.rank };
      // Back edges go around: out to the right of the first, in from the left of the last.
      const channel = chain.back ? (i === 0 ? before.rank : i === last ? cell.rank - 1 : cell.rank) : before.rank;
      return { by: "channel", channel, left: a, track: 0, jogs: false };
    });
    return { chain, rows, turns };
  });
  return { routes, tracks: new Map([...netsOf(routes)].map(([channel, nets]) => [channel, tracksOf(nets)])) };
}

/** Uprights of each channel: those that leave one node together, or enter one together, are one. */
function netsOf(routes: readonly Route[]): Map<number, Net[]> {
  const by = new Map<number, Map<string, Net>>();
  for (const { chain, rows, turns } of routes) {
    for (const [i, turn] of turns.entries()) {
      if (turn.by !== "channel") continue;
      const [a, b] = [rows[i] ?? 0, rows[i + 1] ?? 0];
      const last = i === turns.length - 1;
      const key = i === 0 ? `from ${chain.edge.from}` : last ? `to ${chain.edge.to}` : chain.edge.key;
      const nets = by.get(turn.channel) ?? new Map<string, Net>();
      by.set(turn.channel, nets);
      const net: Net = nets.get(key) ?? { key, left: new Map(), right: new Map(), turns: [] };
      nets.set(key, net);
      net.turns.push(turn);
      const around = chain.back && (i === 0 || last);
      (around && last && i !== 0 ? net.right : net.left).set(a, chain.edge);
      (around && i === 0 ? net.left : net.right).set(b, chain.edge);
    }
  }
  return new Map([...by].map(([channel, nets]) => [channel, [...nets.values()]]));
}
