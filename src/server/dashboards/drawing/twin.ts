import type { AnswerRow } from "#contract/dashboards/answers.ts";
import { counted, exact } from "./figures.ts";
import { markup, type Markup, named, nothing } from "./markup.ts";
import { nameOf } from "./matrix.ts";
import { linked, type Scene } from "./scene.ts";
import { type Asked, grainWords } from "./terms.ts";

/** A file has no more than these of one chart: 5,000 rows of five charts are 12 MB. One that is filled when it is opened has all. */
const mostRows = 1_000;

/** All figures behind a chart, and what each of them counts: what a screen reader and a keyboard reach. */
export function twinOf(scene: Scene, asked: Asked, title: string): Markup {
  const { answer, dimensions, measures, timeAt, grain, source } = asked;
  const withFormer = answer.rows.some(({ former }) => former !== null);
  const when = answer.from && answer.former_from ? scene.dates.span(answer.former_from, answer.from) : "Before";
  const cells = (row: AnswerRow) =>
    measures.map(({ unit, decimals }, at) => {
      const said = exact(row.values[at] ?? null, unit, decimals);
      return markup`<td>${linked(scene, row.links[at], said, "")}</td>${withFormer ? markup`<td class="i2">${exact(row.former?.[at] ?? null, unit, decimals)}</td>` : nothing}`;
    });
  const heads = dimensions.map((_, at) => (at === timeAt ? grainWords[grain] : (dimensions[at]?.label ?? "")));
  const rowOf = (row: AnswerRow) =>
    markup`<tr>${dimensions.map((_, at) => {
      const name = markup`${named(nameOf(scene.dates, asked, row, at))}${at === timeAt && row.unfinished ? " so far" : ""}`;
      return at === 0 ? markup`<th scope="row">${name}</th>` : markup`<td class="l">${name}</td>`;
    })}${cells(row)}</tr>`;
  const shown = scene.options.twins === "later" ? answer.rows : answer.rows.slice(0, mostRows);
  const left =
    shown.length < answer.rows.length
      ? markup`<p class="nt">The first ${counted(shown.length, "row", "rows")} of ${counted(answer.rows.length, "row", "rows")}.</p>`
      : nothing;
  const all = markup`<tr class="al"><th scope="row" ${dimensions.length > 1 ? markup` colspan="2"` : nothing}>All</th>${cells(answer.total)}</tr>`;
  return markup`<div class="tws" tabindex="0" role="group" aria-label="${title}, as a table"><table class="tw"><thead><tr>${heads.length > 0 ? heads.map((head) => markup`<th scope="col" class="l">${head}</th>`) : markup`<th scope="col">Rows</th>`}${measures.map(
    ({ label }) => markup`<th scope="col" class="r">${label}</th>${withFormer ? markup`<th scope="col" class="r">${when}</th>` : nothing}`,
  )}</tr></thead><tbody>${dimensions.length > 0 ? shown.map(rowOf) : nothing}${answer.other ? rowOf(answer.other) : nothing}${all}</tbody></table></div>${left}<dl class="df">${measures.map(
    ({ label, says }) => markup`<div><dt>${label}</dt><dd>${says}</dd></div>`,
  )}${source?.time ? markup`<div><dt>${source.label}</dt><dd>By ${source.time}, ${scene.dates.zone}.</dd></div>` : nothing}</dl>`;
}
