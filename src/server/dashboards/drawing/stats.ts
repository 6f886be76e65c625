import type { StatsBlock } from "#contract/dashboards/page.ts";
import type { z } from "#contract/zod.ts";
import { isException } from "./exceptions.ts";
import { figure, none } from "./figures.ts";
import { markup, type Markup, named, nothing } from "./markup.ts";
import { linked, type Scene } from "./scene.ts";

/** Key figures, each with what it was before. */
export function drawStats(scene: Scene, block: z.output<typeof StatsBlock>): Markup {
  return markup`<dl class="figs f${block.figures.length}">${block.figures.map(({ query, measure, label }) => {
    const asked = scene.ask(query);
    const at = asked?.answer.measures.indexOf(measure) ?? -1;
    const term = asked?.measures[at];
    if (!asked || !term)
      return markup`<div class="fig"><dt>${named(label)}</dt><dd>${none}</dd><dd dir="auto">${asked ? "Not answered" : scene.faultOf(query)}</dd></div>`;
    const { total, from, former_from, to } = asked.answer;
    const value = total.values[at] ?? null;
    const worse = isException(asked.measures, total, at, false);
    const said = markup`${figure(value, term.unit)}${worse ? markup`<span class="sr">, clearly worse</span>` : nothing}`;
    const former = total.former && from && to ? formerOf(total.former[at] ?? null, scene.dates.before(from, former_from ?? null, to)) : "";
    const says = value === null ? "Nothing to measure" : former;
    return markup`<div class="fig"><dt>${named(label)}</dt><dd>${linked(scene, total.links[at], said, worse ? "fa" : "")}</dd><dd>${says}</dd></div>`;

    function formerOf(before: number | null, when: string): string {
      if (before === 0 && term?.unit === "count") return `None ${when}`;
      return before === null ? `Nothing to measure ${when}` : `${figure(before, term?.unit ?? "count")} ${when}`;
    }
  })}</dl>`;
}
