import type { AnswerRow } from "#contract/dashboards/answers.ts";
import type { Drawn } from "./columns.ts";
import { isException } from "./exceptions.ts";
import { change, counted, exact, none } from "./figures.ts";
import { markup, type Markup, named, nothing, percent } from "./markup.ts";
import { nameOf } from "./matrix.ts";
import { linked, type Scene } from "./scene.ts";
import type { Asked } from "./terms.ts";

const mostBars = 12;

/** A row for each group. The one of all others has no part in the scale. */
export function drawBars(scene: Scene, asked: Asked): Drawn {
  const { answer, measures } = asked;
  const measure = measures[0];
  if (!measure) return { body: nothing, legend: nothing };
  // Beside bars that are there, those of 0 say nothing. A block of nothing else is drawn as empty.
  const rows = answer.rows.filter((row) => row.values[0] !== 0);
  const shown = rows.slice(0, mostBars);
  const left = rows.slice(mostBars);
  const zeros = answer.rows.length - rows.length;
  const sizeOf = (row: AnswerRow) => Math.abs(row.values[0] ?? 0);
  const most = shown.reduce((high, row) => (row.other ? high : Math.max(high, sizeOf(row))), 0);
  const hasFormer = shown.some(({ former }) => former !== null);
  const hasLong = most >= 1e8;
  const bar = (row: AnswerRow, name: Markup, isOther: boolean) => {
    const value = row.values[0] ?? null;
    const red = !isOther && isException(measures, row, 0, true);
    const said =
      value === 0 ? markup`<span aria-hidden="true">${none}</span><span class="sr">0</span>` : exact(value, measure.unit, measure.decimals);
    const since = hasFormer ? markup`<span class="dl">${change(value, row.former?.[0] ?? null, measure.unit)}</span>` : nothing;
    const width = most > 0 ? percent(sizeOf(row) / most) : 0;
    const mark = markup`<i class="t-${red ? "failed" : isOther ? "other-pale" : "pale"}${isOther && sizeOf(row) > most ? " cut" : ""}" style="width:${width}%"></i>`;
    return markup`<li>${name}<span class="tr" aria-hidden="true">${mark}</span>${linked(scene, row.links[0], said, `r${red ? " fa m" : ""}`)}${since}</li>`;
  };
  const bars = shown.map((row) => {
    const name = nameOf(scene.dates, asked, row, 0);
    const second = asked.dimensions.length > 1 ? nameOf(scene.dates, asked, row, 1) : "";
    return bar(
      row,
      markup`<span class="t" title="${second ? `${name}, ${second}` : name}">${named(name)}${second ? markup` <span class="i3">${named(second)}</span>` : nothing}</span>`,
      row.other,
    );
  });
  const other = answer.other && answer.other.values[0] !== 0 ? [bar(answer.other, markup`<span class="t i2">Other</span>`, true)] : [];
  const leftSum = measure.adds
    ? ` with ${exact(
        left.reduce((sum, row) => sum + (row.values[0] ?? 0), 0),
        measure.unit,
      )}`
    : "";
  return {
    body: markup`<ul class="hb${hasFormer ? " fo" : ""}${hasLong ? " lv" : ""}">${bars}${other}</ul>`,
    legend: nothing,
    notes: [
      ...(left.length > 0 ? [`${counted(left.length, "more row", "more rows")}${leftSum} in the table.`] : []),
      ...(zeros > 0 ? [`${counted(zeros, "row", "rows")} with 0 in the table.`] : []),
    ],
  };
}
