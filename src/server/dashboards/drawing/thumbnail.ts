import type { PageAnswers } from "#contract/dashboards/answers.ts";
import type { Block, Page } from "#contract/dashboards/page.ts";
import { markup, Markup } from "./markup.ts";
import { rowsOf } from "./page.ts";
import { type Scene, sceneOf } from "./scene.ts";
import { type Area, sketchBlock } from "./sketches.ts";
import { schemeOf, tokenStyles } from "./tokens.ts";

const width = 258;
const height = 162;
const edge = 12;
const gap = 12;
const names = ["line", "line-strong", "control", "canvas"];
const charts = ["pale", "mid", "edge", "other", "other-pale", "failed", "waiting", "1", "2", "3", "4", "5", "6"].map(
  (each) => `chart-${each}`,
);

/** A sketch of a page with its true shapes and no words: an SVG of 258 by 162 that needs nothing beside it. */
export function drawThumbnail(page: Page, answers: PageAnswers, theme: "light" | "dark" | "both"): string {
  const scene = sceneOf(page, answers, { theme, locale: "en", links: null, today: answers.as_of });
  const styles = new Markup(`:root{color-scheme:${schemeOf[theme]};${tokenStyles(theme, [...names, ...charts])}}${classes}`);
  return markup`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" aria-hidden="true"><style>${styles}</style>${sketches(scene, page)}</svg>`
    .text;
}

const classes = [
  ["w", "--line-strong"],
  ["l", "--line"],
  ["k", "--control"],
  ["e", "--chart-edge"],
  ["o", "--chart-other"],
  ...["pale", "mid", "failed", "waiting", "other", "other-pale"].map((tone) => [`t-${tone}`, `--chart-${tone}`]),
  ...[1, 2, 3, 4, 5, 6].map((hue) => [`t-hue-${hue}`, `--chart-${hue}`]),
  ["t-grey", "--control"],
]
  .map(([name, token]) => `.${name}{fill:var(${token})}`)
  .concat(
    [1, 2, 3, 4, 5, 6].map(
      (hue) => `.t-hue-${hue}{fill-opacity:.55}.s-hue-${hue}{fill:none;stroke:var(--chart-${hue});stroke-linejoin:round}`,
    ),
    ".s-grey{fill:none;stroke:var(--control);stroke-linejoin:round}.a{fill:var(--chart-pale);fill-opacity:.45}.d{fill:none;stroke:var(--line-strong);stroke-dasharray:2 2}.q{fill:var(--chart-edge)}",
  )
  .join("");

function sketches(scene: Scene, page: Page): Markup {
  if (page.blocks.length === 0) {
    return markup`<rect class="d" x="${edge + 0.5}" y="${edge + 0.5}" width="${width - 2 * edge - 1}" height="${height - 2 * edge - 1}" rx="3"/>`;
  }
  const drawn: Markup[] = [];
  let top = edge;
  for (const row of rowsOf(page.blocks)) {
    if (top > height - edge) break;
    // The last one that has room takes what is left of the sketch, and is cut where it is longer.
    const high = Math.min(Math.max(...row.map(heightOf)), height - top - 4);
    let column = 0;
    for (const block of row) {
      const area: Area = {
        x: edge + (column / 12) * (width - 2 * edge + gap),
        y: top,
        width: (block.width / 12) * (width - 2 * edge + gap) - gap,
        height: high,
      };
      drawn.push(sketchBlock(scene, block, area));
      column += block.width;
    }
    top += high + 10;
  }
  return markup`${drawn}`;
}

const heights: Readonly<Record<Block["type"], number>> = { stats: 15, text: 12, columns: 40, lines: 36, bars: 40, heat: 40, table: 40 };
const heightOf = ({ type, ...rest }: Block) => heights[type] + ("split" in rest && rest.split ? 4 : 0);
