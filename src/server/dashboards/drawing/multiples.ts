import { told } from "./chart.ts";
import type { Drawn } from "./columns.ts";
import { isWorse, worstPeriods } from "./exceptions.ts";
import { brief, change, figure } from "./figures.ts";
import { markup, type Markup, named, nothing, percent } from "./markup.ts";
import type { Matrix, Series } from "./matrix.ts";
import { linePath } from "./paths.ts";
import { type Scale, scaleOf } from "./scale.ts";
import { linked, markLinked, type Scene } from "./scene.ts";

const mostMultiples = 12;
const mostColumns = 100;

/** A small chart for each value, all on one scale: they compare without a legend. */
export function drawMultiples(scene: Scene, matrix: Matrix, kind: "columns" | "lines"): Drawn {
  const shown = matrix.series
    .toSorted((a, b) => Number(a.other) - Number(b.other) || (b.all?.value ?? 0) - (a.all?.value ?? 0))
    .slice(0, mostMultiples);
  const unit = shown[0]?.measure.unit ?? "count";
  const most = shown.reduce((high, { cells }) => cells.reduce((top, { value }) => Math.max(top, value ?? 0), high), 0);
  const scale = scaleOf(most, unit, { lines: 1 });
  const worse = shown.map(({ measure, all }) => isWorse(measure, all?.value ?? null, all?.former));
  const asLines = kind === "lines" || matrix.categories.length > mostColumns;
  const charts = shown.map((series, at) => {
    const marks = asLines ? lineOf(series, scale) : columnsOf(scene, matrix, series, scale, worse[at] ?? false);
    return markup`<div class="sm">${headOf(scene, series, worse[at] ?? false)}<div class="smp" aria-hidden="true">${scale.lines.map(
      (line) =>
        markup`<div class="gl${line === 0 ? " z" : ""}" style="bottom:${percent(scale.at(line))}%"></div>${at === 0 && line > 0 ? markup`<span class="yl" style="bottom:${percent(scale.at(line))}%">${brief(line, unit)}</span>` : nothing}`,
    )}${marks}</div></div>`;
  });
  const left = matrix.series.length - shown.length;
  const red = worse.some(Boolean) ? markup`<li><i class="sw t-failed"></i>Clearly worse than before</li>` : nothing;
  const unfinished = matrix.unfinished === null ? nothing : markup`<li><i class="sw t-pale part"></i>${matrix.unfinished}</li>`;
  return {
    body: markup`<div class="sms">${charts}</div>${datesOf(matrix)}`,
    legend: red === nothing && unfinished === nothing ? nothing : markup`<ul class="lg">${red}${unfinished}</ul>`,
    notes: left > 0 ? [`${left} more in the table.`] : [],
  };
}

function headOf(scene: Scene, { name, all, measure }: Series, worse: boolean): Markup {
  const value = all?.value ?? null;
  const since = change(value, all?.former ?? null, measure.unit);
  return markup`<div class="smh"><h3 class="t" title="${name}">${named(name)}</h3>${value === null ? nothing : linked(scene, all?.link, figure(value, measure.unit), worse ? "fa m" : "i2")}${since ? markup`<span class="dl">${since}</span>` : nothing}</div>`;
}

function columnsOf(scene: Scene, { categories, unfinished }: Matrix, series: Series, scale: Scale, worse: boolean): Markup {
  const worst = worse ? worstPeriods(series.cells.map(({ value }) => value)) : [];
  return markup`<div class="cs">${series.cells.map(({ value, link }, place) => {
    const category = categories[place];
    if (!category) return nothing;
    const part = category.unfinished ? " part" : "";
    const height = percent(scale.at(Math.max(0, value ?? 0)));
    const mark =
      height > 0 ? markup`<i class="b t-${worst[place] ? "failed" : "pale"}${part}" style="bottom:0;height:${height}%"></i>` : nothing;
    const end = place > categories.length / 2 ? " e" : "";
    return markLinked(scene, link, markup`class="c${end}" data-t="${told(category, [series], place, unfinished)}"`, mark);
  })}</div>`;
}

function lineOf({ cells }: Series, scale: Scale): Markup {
  const { area, line, dots } = linePath(
    cells.map(({ value }) => value),
    scale,
  );
  return markup`<svg viewBox="0 0 100 100" preserveAspectRatio="none"><path class="ar t-hue-1" d="${area}"/><path class="ln t-hue-1" d="${line}"/><path class="ln pt t-hue-1" d="${dots}"/></svg>`;
}

/** Below the first chart, as all are alike: where it begins, its middle and its end. */
function datesOf({ categories, byTime }: Matrix): Markup {
  if (!byTime || categories.length < 2) return nothing;
  const last = categories.length - 1;
  const middle = categories.length % 2 === 1 && last > 3 ? categories[last / 2]?.label : "";
  return markup`<div class="xl smx" aria-hidden="true"><span class="s" style="left:0">${categories[0]?.label}</span><span style="left:50%">${middle}</span><span class="e" style="left:100%">${categories[last]?.label}</span></div>`;
}
