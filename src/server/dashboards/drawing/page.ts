import type { PageAnswers } from "#contract/dashboards/answers.ts";
import type { Block, Page } from "#contract/dashboards/page.ts";
import { drawBlockIn } from "./block.ts";
import { markup, type Markup, named, nothing } from "./markup.ts";
import { type DrawingOptions, type Scene, sceneOf } from "./scene.ts";
import { twinOf } from "./twin.ts";

const columns = 12;

/** The blocks of a page in rows of twelve columns, in their order. */
export function rowsOf(blocks: readonly Block[]): Block[][] {
  const rows: Block[][] = [];
  let left = 0;
  for (const block of blocks) {
    if (block.width > left) {
      rows.push([]);
      left = columns;
    }
    rows.at(-1)?.push(block);
    left -= block.width;
  }
  return rows;
}

/** The HTML of one block, as it is in its page. Null: the page has no such block. */
export function drawBlock(page: Page, answers: PageAnswers, id: string, options: DrawingOptions): string | null {
  const row = rowsOf(page.blocks).find((blocks) => blocks.some((block) => block.id === id));
  const block = row?.find((each) => each.id === id);
  return row && block ? drawBlockIn(sceneOf(page, answers, options), block, row.length === 1).text : null;
}

/** The table beside a chart, for one that was drawn without. Null: there is none. */
export function drawTwin(page: Page, answers: PageAnswers, id: string, options: DrawingOptions): string | null {
  const scene = sceneOf(page, answers, options);
  const block = page.blocks.find((each) => each.id === id);
  const asked = block && "query" in block ? scene.ask(block.query) : null;
  return block && asked ? twinOf(scene, asked, block.title).text : null;
}

/** The HTML of all blocks below the title of the page. */
export function drawPage(page: Page, answers: PageAnswers, options: DrawingOptions): string {
  return pageOf(sceneOf(page, answers, options)).text;
}

export function pageOf(scene: Scene): Markup {
  const rows = rowsOf(scene.page.blocks);
  const drawn = rows.map((blocks, at) => {
    const follows = blocks[0]?.type === "text" && rows[at - 1]?.every(({ type }) => type === "stats");
    return markup`<div class="row${follows ? " fl" : ""}">${blocks.map((block) => drawBlockIn(scene, block, blocks.length === 1))}</div>`;
  });
  return markup`<main class="pg"><header class="pt"><h1 dir="auto">${named(scene.page.title)}</h1>${aboutOf(scene)}</header>${drawn.length > 0 ? drawn : markup`<p class="none">This dashboard has no blocks yet.</p>`}</main>`;
}

function aboutOf({ options, dates, span }: Scene): Markup {
  const parts = [options.about, span ? dates.span(span.from, span.to) : "", dates.zone].filter(Boolean);
  return parts.length > 0
    ? markup`<p dir="auto">${parts.map((part, at) => markup`${at > 0 ? ", " : ""}${named(part ?? "")}`)}</p>`
    : nothing;
}
