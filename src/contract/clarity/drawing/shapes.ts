/** A color of the console, by its name there: a drawing is light or dark where it is shown. */
export type Tone = "canvas" | "surface" | "sunken" | "line-strong" | "ink" | "ink-2" | "ink-3";

/** How a shape is painted. Without a fill it is an outline, without a stroke an area. */
interface Paint {
  readonly fill?: Tone;
  readonly stroke?: Tone;
  readonly width?: number;
  /** Lengths of dash and gap. */
  readonly dash?: string;
}
/** Puts a shape that is drawn around its own origin somewhere, larger or smaller. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

interface Rect extends Paint {
  readonly kind: "rect";
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly radius: number;
}
interface Circle extends Paint {
  readonly kind: "circle";
  readonly x: number;
  readonly y: number;
  readonly r: number;
}
export interface Path extends Paint {
  readonly kind: "path";
  readonly d: string;
  readonly at?: Place;
}
export interface Text {
  readonly kind: "text";
  readonly text: string;
  readonly x: number;
  /** Of the line that letters stand on. */
  readonly y: number;
  readonly size: number;
  readonly anchor: "start" | "middle";
  readonly tone: Tone;
  /** Reads from below to above, around its place. */
  readonly upright?: boolean;
  /** Keeps lines off the letters. */
  readonly halo?: Tone;
}
export type Shape = Rect | Circle | Path | Text;

/** All that belongs to one thing, so that it can be chosen, lit and read out. `id`: of the step or flow, or the number of the lane. */
export interface Part {
  readonly of: "pool" | "lane" | "flow" | "step" | "join" | "label" | "empty";
  readonly id: string;
  readonly shapes: readonly Shape[];
}
