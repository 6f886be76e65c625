import type { AnswerRow } from "#contract/dashboards/answers.ts";
import { isException } from "./exceptions.ts";
import { change, counted, exact, none } from "./figures.ts";
import { markup, type Markup, named, nothing, type Piece } from "./markup.ts";
import { nameOf } from "./matrix.ts";
import { linked, type Scene } from "./scene.ts";
import { type Asked, grainWords } from "./terms.ts";

/** These are there at once; the others open. */
const firstRows = 25;

/** A row for each group. Where there is little room each has two lines: its name, and below it what the other columns say. */
export function drawTable(scene: Scene, asked: Asked): Markup {
  const { rows, other } = asked.answer;
  const first = rows.length <= firstRows + 5 ? rows : rows.slice(0, firstRows);
  const rest = rows.slice(first.length);
  const below = [...(other ? [rowOf(scene, asked, other)] : []), ...(rows.length > 1 ? [totalOf(scene, asked)] : [])];
  const table = tableOf(scene, asked, first, rest.length > 0 ? [] : below);
  if (rest.length === 0) return table;
  return markup`${table}<p class="po">${counted(first.length, "row", "rows")} of ${rows.length.toLocaleString("en")}.</p><details class="more"><summary>Show ${counted(rest.length, "more row", "more rows")}</summary>${tableOf(scene, asked, rest, below)}</details>`;
}

function tableOf(scene: Scene, asked: Asked, rows: readonly AnswerRow[], last: readonly Markup[]): Markup {
  const { dimensions, measures, timeAt, grain } = asked;
  const wide = measures.length + (hasFormer(asked) ? 1 : 0);
  return markup`<table class="tb w${Math.min(7, wide)}"><thead><tr>${dimensions.map(
    ({ label }, at) => markup`<th scope="col" ${at > 0 ? markup` class="dk"` : nothing}>${at === timeAt ? grainWords[grain] : label}</th>`,
  )}${measures.map(
    ({ label }, at) =>
      markup`<th scope="col" class="r${at > 0 ? " dk" : ""}">${label}</th>${at === 0 && hasFormer(asked) ? markup`<th scope="col" class="r dk">Change</th>` : nothing}`,
  )}</tr></thead><tbody>${rows.map((row) => rowOf(scene, asked, row))}${last}</tbody></table>`;
}

const hasFormer = ({ answer }: Asked) => answer.rows.some(({ former }) => former !== null);

function rowOf(scene: Scene, asked: Asked, row: AnswerRow): Markup {
  const { dimensions, measures } = asked;
  const isOther = row.other;
  const names = dimensions.map((_, at) => nameOf(scene.dates, asked, row, at));
  const figures = measures.map((_, at) => {
    const red = !isOther && isException(measures, row, at, true);
    return linked(scene, row.links[at], written(asked, row, at), red ? "fa m" : "");
  });
  const second: Piece[] = [
    ...names.slice(1).map((name) => named(name)),
    ...measures.slice(1).map(({ label }, index) => markup`${label} ${figures[index + 1]}`),
  ];
  const below = second.length > 0 ? markup`<span class="ph2">${second.map((piece) => markup`<span>${piece}</span> `)}</span>` : nothing;
  // A group of a span that has not ended is not a period.
  const unfinished = row.unfinished && asked.timeAt !== -1 ? markup` <span class="i3">so far</span>` : nothing;
  const head = markup`<th scope="row" class="${isOther ? "i2" : "m"}"><span class="t" title="${names[0]}">${named(names[0] ?? "")}${unfinished}</span>${below}</th>`;
  return markup`<tr>${head}${names.slice(1).map((name) => markup`<td class="i2 dk nm"><span class="t" title="${name}">${named(name)}</span></td>`)}${figures.map(
    (each, at) =>
      markup`<td class="r${at > 0 ? " dk" : ""}">${each}</td>${at === 0 && hasFormer(asked) ? markup`<td class="r i2 dk">${change(row.values[0] ?? null, row.former?.[0] ?? null, measures[0]?.unit ?? "count")}</td>` : nothing}`,
  )}</tr>`;
}

function totalOf(scene: Scene, asked: Asked): Markup {
  const { measures, answer, dimensions } = asked;
  const { total } = answer;
  const cells = measures.map((_, at) => linked(scene, total.links[at], written(asked, total, at), ""));
  const second = measures.slice(1).map(({ label }, at) => markup`<span>${label} ${cells[at + 1]}</span> `);
  return markup`<tr class="al"><th scope="row" class="m">All${second.length > 0 ? markup`<span class="ph2">${second}</span>` : nothing}</th>${dimensions.slice(1).map(() => markup`<td class="dk"></td>`)}${cells.map(
    (each, at) =>
      markup`<td class="r m${at > 0 ? " dk" : ""}">${each}</td>${at === 0 && hasFormer(asked) ? markup`<td class="r i2 dk">${change(total.values[0] ?? null, total.former?.[0] ?? null, measures[0]?.unit ?? "count")}</td>` : nothing}`,
  )}</tr>`;
}

/** A dash reads as zero. */
function written({ measures }: Asked, row: AnswerRow, at: number): Piece {
  const value = row.values[at] ?? null;
  const unit = measures[at]?.unit ?? "count";
  if (value === 0 && unit !== "share") return markup`<span class="i3" aria-hidden="true">${none}</span><span class="sr">0</span>`;
  return exact(value, unit, measures[at]?.decimals);
}
