import type { Unit } from "#contract/dashboards/catalogue.ts";
import type { ColumnsBlock } from "#contract/dashboards/page.ts";
import type { z } from "#contract/zod.ts";
import { datesBelow, framed, heightOf, legend, namesBelow, told } from "./chart.ts";
import { markup, Markup, percent, type Piece } from "./markup.ts";
import type { Cell, Matrix, Series } from "./matrix.ts";
import { mirrored, type Scale, scaleOf } from "./scale.ts";
import { markLinked, type Scene } from "./scene.ts";
import { type Asked, otherName, wholes } from "./terms.ts";

export type Drawn = { readonly body: Markup; readonly legend: Markup; readonly notes?: readonly string[] };

/** More than these are one shape: marks of a third of a pixel are no columns. */
const mostColumns = 200;

export function drawColumns(scene: Scene, block: z.output<typeof ColumnsBlock>, asked: Asked, matrix: Matrix): Drawn {
  const { series, opposed, left } = stacked(asked, matrix);
  const drawn = { ...matrix, series };
  const unit = series[0]?.measure.unit ?? "count";
  const scale = scaleOfStacks(series, matrix.categories.length, unit, opposed);
  const many = matrix.categories.length > mostColumns;
  const marks = many ? outline(drawn, scale) : columns(scene, drawn, scale, opposed);
  const below = matrix.byTime
    ? datesBelow(matrix.categories, asked.grain, (place) => (place + 0.5) / matrix.categories.length)
    : namesBelow(matrix.categories);
  return {
    body: framed({ scale, unit, opposed, height: heightOf(block.width), marks, below }),
    legend: legend(drawn),
    notes: left.length > 0 ? [`In the table: ${left.map(({ name }) => name).join(", ")}.`] : [],
  };
}

/** What stands on each other, from the axis up. What does not add up with the first measure is left to the table. */
export function stacked(asked: Asked, matrix: Matrix): { series: readonly Series[]; opposed: boolean; left: readonly Series[] } {
  const [first] = matrix.series;
  if (!first || matrix.series.length === 1 || asked.dimensions.length > 1) {
    return { series: matrix.series.toSorted((a, b) => a.order - b.order), opposed: false, left: [] };
  }
  const adding = matrix.series.filter(({ measure }) => measure.adds && measure.unit === first.measure.unit);
  if (adding.length < 2) return { series: [first], opposed: false, left: matrix.series.filter((each) => each !== first) };
  const left = matrix.series.filter((each) => !adding.includes(each));
  const counts = adding.every(({ cells }) => cells.every(({ value }) => (value ?? 0) >= 0));
  if (counts && adding.map(({ measure }) => measure.name).join() === "arrived,closed") {
    const [arrived, closed] = adding as [Series, Series];
    return {
      series: [
        { ...arrived, tone: "pale" },
        { ...closed, tone: "other-pale" },
      ],
      opposed: true,
      left,
    };
  }
  const whole = adding.find(({ measure }) => wholes.has(measure.name));
  const parts = adding.filter((each) => each !== whole).toSorted((a, b) => a.order - b.order);
  if (!whole) return { series: parts, opposed: false, left };
  return { series: [...parts, restOf(whole, parts)], opposed: false, left };
}

/** All that is none of the parts. */
function restOf(whole: Series, parts: readonly Series[]): Series {
  const less = (all: Cell | undefined | null, of: readonly (Cell | undefined | null)[]): Cell => ({
    value: Math.max(
      0,
      of.reduce((rest, cell) => rest - (cell?.value ?? 0), all?.value ?? 0),
    ),
    former: null,
    row: all?.row ?? null,
    link: null,
  });
  return {
    ...whole,
    name: `${otherName} ${whole.name.toLowerCase()}`,
    tone: parts.some(({ tone }) => tone === "pale") ? "other-pale" : "pale",
    cells: whole.cells.map((cell, place) =>
      less(
        cell,
        parts.map(({ cells }) => cells[place]),
      ),
    ),
    all: less(
      whole.all,
      parts.map(({ all }) => all),
    ),
  };
}

function scaleOfStacks(series: readonly Series[], places: number, unit: Unit, opposed: boolean): Scale {
  let above = 0;
  let below = 0;
  for (let place = 0; place < places; place++) {
    const values = series.map(({ cells }) => cells[place]?.value ?? 0);
    const up = opposed ? (values[0] ?? 0) : values.reduce((sum, value) => sum + Math.max(0, value), 0);
    const down = opposed ? (values[1] ?? 0) : values.reduce((sum, value) => sum + Math.max(0, -value), 0);
    above = Math.max(above, up);
    below = Math.max(below, down);
  }
  if (below === 0 && !opposed) return scaleOf(above, unit);
  return mirrored(scaleOf(Math.max(above, below), unit, { lines: 2 }), above, below);
}

function columns(scene: Scene, { categories, series, unfinished }: Matrix, scale: Scale, opposed: boolean): Markup {
  const dense = categories.length > 60 ? " dn" : "";
  return markup`<div class="cs${dense}">${categories.map((category, place) => {
    const end = place > categories.length / 2 ? " e" : "";
    // A column of several parts has a list for each.
    const link = series.length === 1 ? series[0]?.cells[place]?.link : null;
    return markLinked(
      scene,
      link,
      markup`class="c${end}" data-t="${told(category, series, place, unfinished)}"`,
      stack(scene, series, place, scale, category.unfinished, opposed),
    );
  })}</div>`;
}

function stack(scene: Scene, series: readonly Series[], place: number, scale: Scale, unfinished: boolean, opposed: boolean): Piece {
  let up = 0;
  let down = 0;
  return series.map(({ tone, cells }, index) => {
    const given = cells[place]?.value ?? 0;
    const value = opposed && index === 1 ? -given : given;
    if (value === 0) return null;
    const from = value > 0 ? up : down;
    if (value > 0) up += value;
    else down += value;
    const [low, high] = [Math.min(from, from + value), Math.max(from, from + value)];
    const part = unfinished && tone !== "failed" && tone !== "waiting" ? " part" : "";
    const attributes = markup`class="b t-${tone}${part}${value < 0 ? " dw" : ""}" style="bottom:${percent(scale.at(low))}%;height:${percent(scale.at(high) - scale.at(low))}%"`;
    return markLinked(scene, series.length > 1 ? cells[place]?.link : null, attributes, null);
  });
}

/** The tops of very many columns as one shape a series, the largest sum behind. */
function outline({ categories, series }: Matrix, scale: Scale): Markup {
  const sums = categories.map(() => 0);
  const shapes = series.map(({ tone, cells }) => {
    const tops = sums.map((sum, place) => (sums[place] = sum + Math.max(0, cells[place]?.value ?? 0)));
    return { tone, points: reduced(tops, 500) };
  });
  return markup`<svg viewBox="0 0 100 100" preserveAspectRatio="none">${shapes.toReversed().map(({ tone, points }) => {
    const width = 100 / points.length;
    const path = points.map((value, at) => `V${two(100 - percent(scale.at(value)))}H${two((at + 1) * width)}`).join("");
    const foot = two(100 - percent(scale.at(0)));
    return markup`<path class="ar t-${tone}" d="${new Markup(`M0 ${foot}${path}V${foot}Z`)}"/>`;
  })}</svg>`;
}

/** The highest of each share of the values: no peak is lost. */
function reduced(values: readonly number[], most: number): number[] {
  if (values.length <= most) return [...values];
  const each = Math.ceil(values.length / most);
  return Array.from({ length: Math.ceil(values.length / each) }, (_, at) => Math.max(...values.slice(at * each, (at + 1) * each)));
}

const two = (value: number) => Math.round(value * 100) / 100;
