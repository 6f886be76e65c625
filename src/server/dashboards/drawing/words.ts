import type { TextBlock } from "#contract/dashboards/page.ts";
import type { z } from "#contract/zod.ts";
import { isException } from "./exceptions.ts";
import { figure } from "./figures.ts";
import { markup, type Markup, named, type Piece } from "./markup.ts";
import { nameOf } from "./matrix.ts";
import { linked, type Scene } from "./scene.ts";

type Bound = { readonly query: string; readonly field: string; readonly row: number };

/** Words with figures that are bound to the data. A blank line begins a paragraph. */
export function drawText(scene: Scene, { pieces }: z.output<typeof TextBlock>): Markup {
  const paragraphs: Piece[][] = [[]];
  for (const piece of pieces) {
    if (!("words" in piece)) {
      paragraphs.at(-1)?.push(bound(scene, piece));
      continue;
    }
    for (const [at, part] of piece.words.split(/\n\s*\n/).entries()) {
      if (at > 0) paragraphs.push([]);
      paragraphs.at(-1)?.push(part);
    }
  }
  return markup`<div class="tx">${paragraphs.filter((parts) => parts.length > 0).map((parts) => markup`<p dir="auto">${parts}</p>`)}</div>`;
}

function bound(scene: Scene, { query, field, row: place }: Bound): Markup {
  const asked = scene.ask(query);
  const row = asked?.answer.rows[place] ?? (asked?.answer.by.length === 0 && place === 0 ? asked.answer.total : undefined);
  if (!asked) return markup`<span class="bd" title="${scene.faultOf(query)}">none</span>`;
  if (!row) return markup`<span class="bd">none</span>`;
  const dimension = asked.answer.by.indexOf(field);
  if (dimension !== -1) return linked(scene, row.link, named(nameOf(scene.dates, asked, row, dimension)), "bd");
  const at = asked.answer.measures.indexOf(field);
  const measure = asked.measures[at];
  if (!measure || typeof row.values[at] !== "number") return markup`<span class="bd">none</span>`;
  const worse = isException(asked.measures, row, at, false);
  return linked(scene, row.links[at], figure(row.values[at] ?? null, measure.unit), worse ? "bd fa" : "bd");
}
