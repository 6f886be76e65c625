import type { Unit } from "#contract/dashboards/catalogue.ts";
import type { LinesBlock } from "#contract/dashboards/page.ts";
import type { z } from "#contract/zod.ts";
import { datesBelow, framed, heightOf, namesBelow, told } from "./chart.ts";
import type { Drawn } from "./columns.ts";
import { figure } from "./figures.ts";
import { markup, named, nothing, percent, type Piece } from "./markup.ts";
import type { Matrix, Series } from "./matrix.ts";
import { linePath } from "./paths.ts";
import { mirrored, type Scale, scaleOf } from "./scale.ts";
import { markLinked, type Scene } from "./scene.ts";
import type { Asked } from "./terms.ts";
import type { Tone } from "./tones.ts";

const ofMeasures: readonly Tone[] = ["hue-1", "grey", "hue-2", "hue-3", "hue-4", "hue-5"];
const heightOfLabel = 16;
/** More than these are too narrow to be pointed at. */
const mostStops = 130;

export function drawLines(scene: Scene, block: z.output<typeof LinesBlock>, asked: Asked, matrix: Matrix): Drawn {
  const unit = matrix.series[0]?.measure.unit ?? "count";
  const several = asked.dimensions.length > 1;
  const shared = sharedHead(matrix.series.map(({ name }) => name));
  const shown = matrix.series
    .filter(({ measure }) => measure.unit === unit)
    .map((series, at) => (several ? series : { ...series, name: series.name.slice(shared), tone: ofMeasures[at] ?? "grey" }));
  const left = matrix.series.filter(({ measure }) => measure.unit !== unit);
  const values = shown.flatMap(({ cells }) => cells.flatMap(({ value }) => (value === null ? [] : [value])));
  const filled = block.area ?? false;
  const floor = floorOf(values, unit === "share" && !filled);
  const scale = scaleOfLines(values, unit, floor);
  const height = heightOf(block.width);
  const last = matrix.categories.length - 1;
  const marks = markup`<svg viewBox="0 0 100 100" preserveAspectRatio="none">${shown.map(({ tone, cells }) => {
    const path = linePath(
      cells.map(({ value }) => value),
      scale,
      matrix.categories[last]?.unfinished ?? false,
    );
    const area = filled ? markup`<path class="ar t-${tone}${shown.length > 1 ? " th" : ""}" d="${path.area}"/>` : nothing;
    const open = path.open ? markup`<path class="ln op t-${tone}" d="${path.open}"/>` : nothing;
    return markup`${area}<path class="ln t-${tone}" d="${path.line}"/><path class="ln pt t-${tone}" d="${path.dots}"/>${open}`;
  })}</svg>${last > 0 && last < mostStops ? stops(scene, matrix, shown) : nothing}`;
  const ends = endsOf(scene, shown, scale, height);
  return {
    body: framed({
      scale,
      unit,
      height,
      marks,
      ends,
      below: matrix.byTime
        ? datesBelow(matrix.categories, asked.grain, (place) => (last < 1 ? 0.5 : place / last), true)
        : namesBelow(matrix.categories),
    }),
    legend: matrix.unfinished === null ? nothing : markup`<ul class="lg"><li><i class="sw ds"></i>${matrix.unfinished}</li></ul>`,
    notes: [
      ...(floor > 0 ? [`The axis starts at ${figure(floor, unit)}.`] : []),
      ...(left.length > 0 ? [`In the table: ${left.map(({ name }) => name).join(", ")}.`] : []),
    ],
  };
}

/** From zero or its floor up, or to both sides of zero. */
export function scaleOfLines(values: readonly number[], unit: Unit, floor: number): Scale {
  const [low, high] = values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [0, floor]);
  return low < 0 ? mirrored(scaleOf(Math.max(high, -low), unit, { lines: 2 }), high, -low) : scaleOf(high, unit, { floor });
}

/** Shares near the whole would be one flat line: their axis starts higher, and says so. */
export function floorOf(values: readonly number[], mayRise: boolean): number {
  const least = values.reduce((low, value) => Math.min(low, value), 1);
  return mayRise && values.length > 0 && least > 0.6 ? Math.max(0, Math.floor(least * 20 - 0.5) / 20) : 0;
}

/** The name and the last figure of each line, in its colour, none over another. */
function endsOf(scene: Scene, shown: readonly Series[], scale: Scale, height: number) {
  const several = shown.length > 1;
  const found = shown.flatMap(({ name, tone, cells, measure }) => {
    const cell = cells.findLast(({ value }) => value !== null);
    if (!cell || cell.value === null) return [];
    const said = figure(cell.value, measure.unit);
    const share = percent(scale.at(cell.value)) / 100;
    return [{ name: several ? name : "", tone, said, link: cell.link, y: share * height }];
  });
  const placed = apart(
    found.toSorted((a, b) => a.y - b.y),
    height,
  );
  const width = Math.min(152, Math.max(32, ...found.map(({ name, said }) => 12 + (name.length + (name ? 1 : 0) + said.length) * 6.7)));
  const labels: Piece = placed.map(
    ({ name, tone, said, link, y }) =>
      markup`<span class="el t-${tone}" style="bottom:${percent(y / height)}%">${name ? markup`<span class="t" title="${name}">${named(name)}</span>` : nothing}${markLinked(scene, link, markup`class="n"`, said)}</span>`,
  );
  return { width: Math.ceil(width), labels };
}

/** How long the words are with which all names begin: of "Duration, median" and "Duration, p95" the ends tell them apart. */
function sharedHead(names: readonly string[]): number {
  const [first = ""] = names;
  const length = first.indexOf(", ") + 2;
  return names.length > 1 && length > 1 && names.every((name) => name.length > length && name.startsWith(first.slice(0, length)))
    ? length
    : 0;
}

function apart<Label extends { readonly y: number }>(labels: readonly Label[], height: number): Label[] {
  const placed: Label[] = [];
  for (const label of labels) placed.push({ ...label, y: Math.max(label.y, (placed.at(-1)?.y ?? -heightOfLabel) + heightOfLabel) });
  let top = height;
  for (let at = placed.length - 1; at >= 0; at--) {
    const label = placed[at];
    if (label) placed[at] = { ...label, y: Math.min(label.y, top) };
    top = (placed[at]?.y ?? top) - heightOfLabel;
  }
  return placed;
}

/** A stop for the pointer at each period. */
function stops(scene: Scene, matrix: Matrix, shown: readonly Series[]): Piece {
  const last = matrix.categories.length - 1;
  return markup`<div class="hs">${matrix.categories.map((category, place) => {
    const from = Math.max(0, (place - 0.5) / last);
    const to = Math.min(1, (place + 0.5) / last);
    const side = place === 0 ? " first" : place === last ? " last e" : place > last / 2 ? " e" : "";
    const link = shown.length === 1 ? shown[0]?.cells[place]?.link : null;
    const text = told(category, shown, place, matrix.unfinished);
    return markLinked(
      scene,
      link,
      markup`class="c${side}" style="left:${percent(from)}%;width:${percent(to - from)}%" data-t="${text}"`,
      null,
    );
  })}</div>`;
}
