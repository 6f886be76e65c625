import type { Block } from "#contract/dashboards/page.ts";
import { isEmptyAnswer } from "#server/dashboards/answers/is-empty.ts";
import { drawBars } from "./bars.ts";
import { type Drawn, drawColumns } from "./columns.ts";
import { drawHeat } from "./heat.ts";
import { drawLines } from "./lines.ts";
import { markup, type Markup, named, nothing } from "./markup.ts";
import { type Matrix, matrixOf } from "./matrix.ts";
import { drawMultiples } from "./multiples.ts";
import { notesOf } from "./notes.ts";
import type { Scene } from "./scene.ts";
import { drawStats } from "./stats.ts";
import { drawTable } from "./table.ts";
import { type Asked, grainWords } from "./terms.ts";
import { hasStates, mostInOne, seriesAt } from "./tones.ts";
import { twinOf } from "./twin.ts";
import { drawText } from "./words.ts";

type QueriedBlock = Exclude<Block, { type: "stats" | "text" }>;

/** More names than these are read in rows. */
const mostNames = 6;
const icon = (paths: Markup) => markup`<svg viewBox="0 0 24 24" width="14" height="14" aria-hidden="true">${paths}</svg>`;
const acts = [
  {
    act: "definition",
    says: "what it counts",
    title: "What it counts",
    drawn: icon(markup`<circle cx="12" cy="12" r="10"/><path d="M12 16v-4M12 8h.01"/>`),
  },
  {
    act: "file",
    says: "download as CSV",
    title: "Download as CSV",
    drawn: icon(markup`<path d="M12 15V3M7 10l5 5 5-5M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4"/>`),
  },
];
const tableIcon = markup`<svg viewBox="0 0 24 24" width="14" height="14" aria-hidden="true"><path d="M3 9h18M9 3v18"/><rect x="3" y="3" width="18" height="18" rx="2"/></svg>`;

/** A block with its head. `alone`: nothing is beside it, so that figures and words need no title that is seen. */
export function drawBlockIn(scene: Scene, block: Block, alone: boolean): Markup {
  if (block.type === "stats" || block.type === "text") {
    const quiet = alone && block.subtitle === undefined;
    const body = block.type === "stats" ? drawStats(scene, block) : drawText(scene, block);
    return framed(block, quiet, block.subtitle ?? "", nothing, markup`${body}${actsOf(scene, block)}`);
  }
  const asked = scene.ask(block.query);
  if (!asked)
    return framed(block, false, block.subtitle ?? "", nothing, markup`<p class="none" dir="auto">${scene.faultOf(block.query)}</p>`);
  const subtitle = [block.subtitle, ownSpan(scene, asked)].filter(Boolean).join(", ");
  if (isEmptyAnswer(asked.answer)) return framed(block, false, subtitle, nothing, markup`<p class="none">${emptyWords(scene, asked)}</p>`);
  const drawn = draw(scene, block, asked);
  const notes = [...new Set([...(drawn.notes ?? []), ...notesOf(scene, asked)])];
  const said = notes.length > 0 ? markup`<p class="nt" dir="auto">${notes.join(" ")}</p>` : nothing;
  const twin = block.type === "table" ? nothing : disclosed(scene, block, asked);
  return framed(block, false, subtitle, drawn.legend, markup`<div class="vz">${drawn.body}${said}</div>${actsOf(scene, block)}${twin}`);
}

function framed(block: Block, quiet: boolean, subtitle: string, legend: Markup, body: Markup): Markup {
  const title = markup`<h2 dir="auto" ${quiet ? markup` class="sr"` : nothing}>${named(block.title)}</h2>`;
  const head = quiet
    ? title
    : markup`<div class="hd">${title}${subtitle ? markup`<p class="sub" dir="auto">${named(subtitle)}</p>` : nothing}${legend}</div>`;
  return markup`<section class="blk c${block.width} k-${block.type}${block.type === "stats" || block.type === "text" ? "" : " tg"}" data-block="${block.id}">${head}${body}</section>`;
}

/** For a pointer over the block and for keyboards, in front of its table. */
function actsOf({ options }: Scene, block: Block): Markup {
  if (!options.acts) return nothing;
  const offered = block.type === "stats" || block.type === "text" ? acts.slice(0, 1) : acts;
  return markup`<div class="as">${offered.map(
    ({ act, says, title, drawn }) =>
      markup`<button type="button" data-act="${act}" aria-label="${block.title}: ${says}" title="${title}">${drawn}</button>`,
  )}</div>`;
}

function disclosed(scene: Scene, block: QueriedBlock, asked: Asked): Markup {
  const label = `${block.title}: show as a table`;
  const inside = scene.options.twins === "later" ? nothing : twinOf(scene, asked, block.title);
  return markup`<details class="tt"><summary aria-label="${label}" title="Show as a table">${tableIcon}</summary>${inside}</details>`;
}

function draw(scene: Scene, block: QueriedBlock, asked: Asked): Drawn {
  if (block.type === "table") return { body: drawTable(scene, asked), legend: nothing };
  if (block.type === "bars" || asked.dimensions.length === 0) return drawBars(scene, asked);
  const matrix = matrixOf(scene, asked);
  if (block.type === "heat") return asked.dimensions.length < 2 ? drawBars(scene, asked) : drawHeat(scene, matrix, headsOf(asked));
  if (!matrix.byTime && (block.type === "lines" || matrix.categories.length > mostNames)) return drawBars(scene, asked);
  if (isSplit(block, asked, matrix)) return drawMultiples(scene, matrix, block.type);
  return block.type === "columns" ? drawColumns(scene, block, asked, matrix) : drawLines(scene, block, asked, matrix);
}

/** A split of more than three is small charts: no more hues. States have colours of their own. */
function isSplit(block: Extract<QueriedBlock, { type: "columns" | "lines" }>, { dimensions, timeAt }: Asked, { series }: Matrix): boolean {
  const own = series.filter(({ other }) => !other);
  const dimension = dimensions[seriesAt(dimensions.length, timeAt)];
  if (!dimension) return false;
  if (block.type === "columns" && block.split) return true;
  return own.length > mostInOne && !(hasStates(dimension) && block.type === "columns");
}

function headsOf({ dimensions, timeAt, grain }: Asked) {
  const series = seriesAt(dimensions.length, timeAt);
  const label = (at: number) => (at === timeAt ? grainWords[grain] : (dimensions[at]?.label ?? ""));
  return { row: label(series), column: label(1 - series) };
}

const emptyNames: Readonly<Record<string, string>> = {
  runs: "runs",
  cases: "cases",
  flow: "cases that arrived or closed",
  schedules: "due times",
  connections: "rows",
};

function emptyWords({ dates }: Scene, { query, answer }: Asked): string {
  const when = answer.from && answer.to ? ` ${dates.within(answer.from, answer.to)}` : "";
  return `No ${query.filters.some(({ values }) => values !== undefined) ? "matching " : ""}${emptyNames[query.source] ?? "data"}${when}.`;
}

/** The range of a block, where it is not the one of the page. */
function ownSpan({ span, dates }: Scene, { query: { source }, answer: { from, to } }: Asked): string {
  // When that was stands outside of the page.
  if (source === "connections") return "as last read";
  if (!from || !to) return "as of now";
  return span && (span.from !== from || span.to !== to) ? dates.span(from, to) : "";
}
