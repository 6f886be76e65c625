import type { FlowNode } from "#contract/clarity/flow/flow-graph.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels at 100%. */
export const measures = {
  pool: 22,
  lane: 26,
  margin: 20,
  gap: 18,
  labeledGap: 30,
  track: 10,
  run: 22,
  corner: 5,
  label: 11.5,
  lineHeight: 13.5,
} as const;

export interface Scale {
  readonly task: Size;
  readonly row: number;
  readonly title: number;
  readonly lines: number;
}
const wide: Scale = { task: { width: 92, height: 66 }, row: 104, title: 13, lines: 3 };
const compact: Scale = { task: { width: 92, height: 48 }, row: 76, title: 12, lines: 2 };
/** From 30 steps on, and where two versions are side by side, tasks are smaller. */
export const scaleFor = (steps: number, compared = false): Scale => (compared || steps >= 30 ? compact : wide);

export function sizeOf(node: FlowNode, { task }: Scale): Size {
  if (!node.step) return { width: 22, height: 22 };
  if (node.step.nodeType === "task") return task;
  return node.step.nodeType === "event" ? { width: 28, height: 28 } : { width: 34, height: 34 };
}

/** The width of a text in Geist, near enough to break lines and reserve room: the drawing is made where nothing can be measured. */
export function textWidth(text: string, size: number): number {
  let units = 0;
  for (const letter of text)
    units += /[iljtf.,:;'’|! ]/.test(letter) ? 0.3 : /[mwMW@%]/.test(letter) ? 0.86 : /[A-Z0-9$]/.test(letter) ? 0.65 : 0.56;
  return units * size;
}

/**
 * A text in lines that are no wider, the last one cut with an ellipsis where there would be more. A word that is too long is broken; a letter never is,
 * however little room there is.
 */
export function wrapped(text: string, width: number, size: number, most: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line && textWidth(`${line} ${word}`, size) > width) {
      lines.push(line);
      line = "";
    }
    const pieces = broken(word, width, size);
    const last = pieces.pop() ?? "";
    lines.push(...pieces);
    line = line ? `${line} ${last}` : last;
  }
  if (line) lines.push(line);
  if (lines.length <= most) return lines;
  let last = `${lines[most - 1] ?? ""}…`;
  while (textWidth(last, size) > width && last.length > 2) last = `${[...last].slice(0, -2).join("").trimEnd()}…`;
  return [...lines.slice(0, most - 1), last];
}

function broken(word: string, width: number, size: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const letter of word) {
    if (piece && textWidth(piece + letter, size) > width) {
      pieces.push(piece);
      piece = "";
    }
    piece += letter;
  }
  return [...pieces, piece];
}
