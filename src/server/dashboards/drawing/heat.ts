import { scaleColor } from "./heat-shade.ts";
import type { Drawn } from "./columns.ts";
import { brief, exact } from "./figures.ts";
import { markup, named, nothing } from "./markup.ts";
import type { Matrix } from "./matrix.ts";
import { linked, type Scene } from "./scene.ts";

const mostRows = 20;
const mostColumns = 31;

/** Two dimensions as a grid. Rows are groups, and columns are periods or the larger of the two. */
export function drawHeat(scene: Scene, matrix: Matrix, heads: { readonly row: string; readonly column: string }): Drawn {
  // The last periods, or the first groups.
  const from = matrix.byTime ? Math.max(0, matrix.categories.length - mostColumns) : 0;
  const columns = matrix.categories.slice(from, from + mostColumns);
  const rows = matrix.series
    .toSorted((a, b) => Number(a.other) - Number(b.other) || (b.all?.value ?? 0) - (a.all?.value ?? 0))
    .slice(0, mostRows);
  // What all others come to says nothing about the shade of one group.
  const cells = rows.flatMap((row) =>
    row.other ? [] : row.cells.slice(from, from + columns.length).filter((_, at) => !columns[at]?.other),
  );
  const most = cells.reduce((high, { value }) => Math.max(high, value ?? 0), 0);
  const least = cells.reduce((low, { value }) => (value ? Math.min(low, value) : low), most);
  const unit = rows[0]?.measure.unit ?? "count";
  const many = columns.length > 16 ? " lc" : columns.length > 10 ? " mc" : columns.length > 5 ? " sc" : "";
  const body = markup`<table class="ht${many}${rows.length > 12 ? " tall" : ""}"><thead><tr><th scope="col">${heads.row}</th>${columns.map(
    ({ label, title, unfinished }) =>
      markup`<th scope="col" title="${title}" ${unfinished ? markup` class="uf"` : nothing}><span>${named(label)}</span></th>`,
  )}</tr></thead><tbody>${rows.map(
    (row) =>
      markup`<tr><th scope="row" title="${row.name}">${named(row.name)}</th>${row.cells
        .slice(from, from + columns.length)
        .map(({ value, link }, at) => {
          if (value === null || value === 0) return markup`<td class="no"><span class="sr">${value === null ? "none" : "0"}</span></td>`;
          const title = `${row.name}, ${columns[at]?.title ?? ""}: ${exact(value, unit)}`;
          const isOther = row.other || columns[at]?.other;
          const shade = isOther ? markup`class="ot"` : markup`style="--s:${scaleColor(value, most)}%"`;
          return markup`<td ${shade} title="${title}">${linked(scene, link, brief(value, unit), "")}</td>`;
        })}</tr>`,
  )}</tbody></table>`;
  const left = [
    ...(matrix.series.length > rows.length ? [`${matrix.series.length - rows.length} more rows in the table.`] : []),
    ...(matrix.categories.length > columns.length ? [`${matrix.categories.length - columns.length} more columns in the table.`] : []),
  ];
  return { body, legend: legendOf(least, most, unit), notes: left };
}

function legendOf(least: number, most: number, unit: Parameters<typeof brief>[1]) {
  if (most <= least) return nothing;
  return markup`<p class="lg hl"><span>${brief(least, unit)}</span><i class="ramp"></i><span>${brief(most, unit)}</span></p>`;
}
