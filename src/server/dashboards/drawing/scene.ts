import type { FigureLink, PageAnswers } from "#contract/dashboards/answers.ts";
import type { Page } from "#contract/dashboards/page.ts";
import { type Dates, datesOf } from "./dates.ts";
import { markup, type Markup, nothing, type Piece } from "./markup.ts";
import { asked, type Asked } from "./terms.ts";
import { type Hues, huesOf } from "./tones.ts";

export interface DrawingOptions {
  /** `both`: as the reader's system has it. */
  readonly theme: "light" | "dark" | "both";
  readonly locale: "en";
  /** The address of the list that a figure counts. Null: figures are text. */
  readonly links: ((link: FigureLink) => string) | null;
  /** Of dates of this year the year is left out. */
  readonly today: string;
  /** `later`: tables beside charts stay empty until someone opens them, and `drawTwin` fills them. */
  readonly twins?: "now" | "later";
  /** Each block offers what it counts, and its rows as a file: in the console, which does both. */
  readonly acts?: boolean;
  /** What the page is about, below its title, as the name of its team. */
  readonly about?: string;
}

/** What all blocks of a page know. */
export interface Scene {
  readonly page: Page;
  readonly options: DrawingOptions;
  readonly dates: Dates;
  readonly hues: Hues;
  /** Null where a query has no answer. */
  readonly ask: (query: string) => Asked | null;
  /** Why a query has none, in a sentence. */
  readonly faultOf: (query: string) => string;
  /** The span of most of its queries. */
  readonly span: { readonly from: string; readonly to: string } | null;
}

export function sceneOf(page: Page, { answers, faults }: PageAnswers, options: DrawingOptions): Scene {
  const queries = new Map(page.queries.map((query) => [query.name, query]));
  const known = new Map<string, Asked>();
  for (const answer of answers) {
    const query = queries.get(answer.name);
    if (query) known.set(answer.name, asked(query, answer));
  }
  const drawn = page.blocks.flatMap((block) => {
    const found = (block.type === "columns" && !block.split) || block.type === "lines" ? known.get(block.query) : undefined;
    return found ? [found] : [];
  });
  const common = answers.find(({ name, from, to }) => from && to && queries.get(name)?.range === undefined);
  return {
    page,
    options,
    dates: datesOf(page.zone, options.today),
    hues: huesOf(drawn),
    ask: (query) => known.get(query) ?? null,
    faultOf: (query) => sentence(faults.find(({ name }) => name === query)?.says ?? "This query was not answered"),
    span: common?.from && common.to ? { from: common.from, to: common.to } : null,
  };
}

const sentence = (words: string) => (/[.!?]$/.test(words) ? words : `${words}.`);

/** No address runs code: it is a path of ours or one of the web. */
function addressOf({ options }: Scene, link: FigureLink | null | undefined): string | null {
  const address = link && options.links ? options.links(link) : "";
  return /^(https?:\/\/|\/(?![/\\]))/.test(address) ? address : null;
}

/** A figure that opens its list, or only the figure. */
export function linked(scene: Scene, link: FigureLink | null | undefined, text: Piece, className: string): Markup {
  if (text === "") return nothing;
  const address = addressOf(scene, link);
  if (!address) return className ? markup`<span class="${className}">${text}</span>` : markup`${text}`;
  return markup`<a href="${address}" target="_top" class="n ${className}">${text}</a>`;
}

/** The same for a mark of a chart: its table is for keyboards. */
export function markLinked(scene: Scene, link: FigureLink | null | undefined, attributes: Piece, inside: Piece): Markup {
  const address = addressOf(scene, link);
  if (!address) return markup`<span ${attributes}>${inside}</span>`;
  return markup`<a href="${address}" target="_top" tabindex="-1" ${attributes}>${inside}</a>`;
}
