import type { Block } from "#contract/dashboards/page.ts";
import { stacked } from "./columns.ts";
import { isException, isWorse, worstPeriods } from "./exceptions.ts";
import { markup, type Markup, nothing } from "./markup.ts";
import { floorOf, scaleOfLines } from "./lines.ts";
import { type Matrix, matrixOf, type Series } from "./matrix.ts";
import { linePath } from "./paths.ts";
import { type Scale, scaleOf } from "./scale.ts";
import type { Scene } from "./scene.ts";
import type { Asked } from "./terms.ts";

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const rect = (tone: string, x: number, y: number, width: number, height: number, round = 0) =>
  width > 0 && height > 0 ? markup`<rect class="${tone}" x="${x}" y="${y}" width="${width}" height="${height}" rx="${round}"/>` : nothing;

/** One block without its words. */
export function sketchBlock(scene: Scene, block: Block, area: Area): Markup {
  if (block.type === "stats") return sketchStats(scene, block.figures, area);
  if (block.type === "text")
    return markup`${rect("w", area.x, area.y, area.width * 0.94, 3, 1.5)}${rect("w", area.x, area.y + 7, area.width * 0.77, 3, 1.5)}`;
  const asked = scene.ask(block.query);
  if (!asked || asked.answer.rows.length === 0) {
    return markup`<rect class="d" x="${area.x + 0.5}" y="${area.y + 0.5}" width="${Math.max(1, area.width - 1)}" height="${Math.max(1, area.height - 1)}" rx="2"/>`;
  }
  if (block.type === "table") return sketchTable(asked, area);
  if (block.type === "bars" || asked.dimensions.length === 0) return sketchBars(asked, area);
  const matrix = matrixOf(scene, asked);
  if (block.type === "heat") return sketchHeat(matrix, area);
  if (!matrix.byTime && matrix.categories.length > 6) return sketchBars(asked, area);
  if (block.type === "columns" && block.split) return sketchMultiples(matrix, area);
  if (block.type === "columns") {
    const { series, opposed } = stacked(asked, matrix);
    return opposed ? sketchOpposed(series, area) : sketchColumns(series, area);
  }
  return sketchLines(matrix, area, block.area ?? false);
}

function sketchStats(scene: Scene, figures: readonly { query: string; measure: string }[], { x, y, width }: Area): Markup {
  const each = width / figures.length;
  return markup`${figures.map(({ query, measure }, at) => {
    const asked = scene.ask(query);
    const red = asked && isException(asked.measures, asked.answer.total, asked.answer.measures.indexOf(measure), false);
    return markup`${rect("w", x + at * each, y, Math.min(22, each * 0.6), 3, 1.5)}${rect(red ? "t-failed" : "k", x + at * each, y + 7, Math.min(26, each * 0.7), 8, 1.5)}`;
  })}`;
}

function sketchTable({ answer }: Asked, { x, y, width, height }: Area): Markup {
  const rows = answer.rows.slice(0, Math.max(1, Math.floor(height / 8)));
  const most = Math.max(1, ...rows.map(({ names }) => names[0]?.length ?? 0));
  return markup`${rows.map(({ names }, at) => {
    const top = y + at * 8;
    const long = width * (0.15 + (0.3 * (names[0]?.length ?? 0)) / most);
    return markup`${rect("w", x, top, long, 3, 1.5)}${rect("w", x + width - 16, top, 16, 3, 1.5)}${rect("l", x, top + 5.2, width, 0.7)}`;
  })}`;
}

function sketchBars({ answer, measures }: Asked, { x, y, width, height }: Area): Markup {
  const rows = answer.rows.slice(0, Math.max(1, Math.floor(height / 8)));
  const most = rows.reduce((high, row) => Math.max(high, Math.abs(row.values[0] ?? 0)), 0) || 1;
  return markup`${rows.map((row, at) => {
    const long = Math.max(1, width * 0.64 * (Math.abs(row.values[0] ?? 0) / most));
    const tone = isException(measures, row, 0, true) ? "t-failed" : "t-pale";
    return markup`${rect("w", x, y + at * 8 + 1, width * 0.28, 3, 1.5)}${rect(tone, x + width * 0.34, y + at * 8, long, 5, 1)}`;
  })}`;
}

function sketchHeat({ series, categories }: Matrix, { x, y, width, height }: Area): Markup {
  const rows = series.slice(0, 5);
  const columns = Math.min(18, categories.length) || 1;
  const most =
    rows.reduce((high, { cells }) => cells.slice(0, columns).reduce((top, { value }) => Math.max(top, value ?? 0), high), 0) || 1;
  const high = height / Math.max(1, rows.length);
  return markup`${rows.map(({ cells }, row) =>
    cells.slice(0, columns).map(({ value }, column) => {
      const [left, top] = [x + (column * width) / columns, y + row * high];
      const share = Math.max(0, value ?? 0) / most;
      return markup`<rect class="${share > 0 ? "q" : "l"}" x="${left}" y="${top}" width="${width / columns - 1.2}" height="${high - 1.2}" rx="1" ${share > 0 ? markup` fill-opacity="${0.15 + 0.5 * share}"` : nothing}/>`;
    }),
  )}`;
}

function sketchMultiples(matrix: Matrix, { x, y, width, height }: Area): Markup {
  const shown = matrix.series.slice(0, 6);
  const most = shown.reduce((high, { cells }) => cells.reduce((top, { value }) => Math.max(top, value ?? 0), high), 0);
  const rows = Math.ceil(shown.length / 3);
  const [wide, high] = [(width + 12) / 3 - 12, (height + 4) / rows - 4];
  return markup`${shown.map((series, at) => {
    const area = { x: x + (at % 3) * (wide + 12), y: y + Math.floor(at / 3) * (high + 4) + 5, width: wide, height: high - 5 };
    const worse = isWorse(series.measure, series.all?.value ?? null, series.all?.former);
    return markup`${rect("w", area.x, area.y - 5, Math.min(26, wide * 0.4), 3, 1.5)}${sketchColumns([{ ...series, tone: "pale" }], area, scaleOf(most, "number"), worse)}`;
  })}`;
}

function sketchColumns(series: readonly Series[], { x, y, width, height }: Area, given?: Scale, worse = false): Markup {
  const places = series[0]?.cells.length ?? 0;
  const sums = Array.from({ length: places }, (_, place) =>
    series.reduce((sum, { cells }) => sum + Math.max(0, cells[place]?.value ?? 0), 0),
  );
  const scale = given ?? scaleOf(Math.max(0, ...sums.slice(0, 2_000)), "number");
  const every = Math.max(1, Math.ceil(places / 62));
  const wide = width / Math.max(1, Math.ceil(places / every));
  const worst = worse ? worstPeriods(series[0]?.cells.map(({ value }) => value) ?? []) : [];
  const foot = y + height - 1;
  const columns = Array.from({ length: Math.ceil(places / every) }, (_, at) => {
    let from = 0;
    return series.map(({ cells, tone }) => {
      const value = Math.max(0, cells[at * every]?.value ?? 0);
      const bottom = Math.min(1, scale.at(from));
      from += value;
      const high = (Math.min(1, scale.at(from)) - bottom) * (height - 1);
      const left = x + at * wide + wide * 0.16;
      const filled = worst[at * every] ? "t-failed" : `t-${tone}`;
      const cap = filled === "t-pale" ? rect("e", left, foot - bottom * (height - 1) - high, wide * 0.68, Math.min(1.2, high)) : nothing;
      return markup`${rect(filled, left, foot - bottom * (height - 1) - high, wide * 0.68, high)}${cap}`;
    });
  });
  return markup`${columns}${rect("w", x, foot, width, 1)}`;
}

/** What comes in above, and what goes out below. */
function sketchOpposed([above, below]: readonly Series[], { x, y, width, height }: Area): Markup {
  if (!above || !below) return nothing;
  const most = [above, below].reduce((high, { cells }) => cells.reduce((top, { value }) => Math.max(top, value ?? 0), high), 0);
  const scale = scaleOf(most, "number");
  const middle = y + height / 2;
  const wide = width / Math.max(1, above.cells.length);
  const size = (value: number | null | undefined) => Math.min(1, Math.max(0, scale.at(value ?? 0))) * (height / 2);
  const columns = above.cells.slice(0, 200).map(({ value }, at) => {
    const [left, up, down] = [x + at * wide + wide * 0.16, size(value), size(below.cells[at]?.value)];
    return markup`${rect("t-pale", left, middle - up, wide * 0.68, up)}${rect("e", left, middle - up, wide * 0.68, Math.min(1.2, up))}${rect("t-other-pale", left, middle, wide * 0.68, down)}`;
  });
  return markup`${columns}${rect("w", x, middle, width, 0.7)}`;
}

function sketchLines(matrix: Matrix, { x, y, width, height }: Area, filled: boolean): Markup {
  const series = matrix.series.slice(0, 6);
  const unit = series[0]?.measure.unit ?? "count";
  const values = series.flatMap(({ cells }) => cells.flatMap(({ value }) => (value === null ? [] : [value])));
  const scale = scaleOfLines(values, unit, floorOf(values, unit === "share" && !filled));
  const lines = series.map(({ cells, tone }, at) => {
    const path = linePath(
      cells.map(({ value }) => value),
      scale,
    );
    const stroke = tone.startsWith("hue") ? tone : at === 0 ? "hue-1" : "grey";
    return markup`${filled ? markup`<path class="a" d="${path.area}"/>` : nothing}<path class="s-${stroke}" stroke-width="1.25" vector-effect="non-scaling-stroke" d="${path.line}"/>`;
  });
  return markup`<svg x="${x}" y="${y}" width="${width}" height="${height - 1}" viewBox="0 0 100 100" preserveAspectRatio="none">${lines}</svg>${rect("w", x, y + height - 1, width, 1)}`;
}
