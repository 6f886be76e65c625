import type { Grain, Unit } from "#contract/dashboards/catalogue.ts";
import { stepOf } from "./dates.ts";
import { brief, exact } from "./figures.ts";
import { markup, type Markup, named, nothing, percent, type Piece } from "./markup.ts";
import type { Category, Matrix, Series } from "./matrix.ts";
import type { Scale } from "./scale.ts";

// What charts share: the axis, its lines, what is below it and beside the title. All of it in percent of the room that there is.

const widthOfDigit = 6.8;

interface Frame {
  readonly scale: Scale;
  readonly unit: Unit;
  readonly height: number;
  readonly marks: Piece;
  /** Whether what is below zero is another measure, and no less than none. */
  readonly opposed?: boolean;
  /** Below the axis. */
  readonly below: Markup;
  /** Right of the lines, with its width in px. */
  readonly ends?: { readonly width: number; readonly labels: Piece };
}

/** A chart for those who see it: what a screen reader and a keyboard reach is the table beside it. */
export function framed({ scale, unit, height, marks, below, ends, opposed }: Frame): Markup {
  const figures = scale.lines.map((line) => brief(opposed ? Math.abs(line) : line, unit));
  const axis = Math.max(28, Math.ceil(Math.max(...figures.map((each) => each.length)) * widthOfDigit) + 10);
  return markup`<div class="plot" aria-hidden="true" style="--h:${height}px;--ax:${axis}px;--en:${ends?.width ?? 0}px"><div class="ch"><div class="ax">${scale.lines.map((line, at) => markup`<span style="bottom:${percent(scale.at(line))}%">${figures[at]}</span>`)}</div><div class="pl">${gridLines(scale)}${marks}</div>${ends ? markup`<div class="en">${ends.labels}</div>` : nothing}</div>${below}</div>`;
}

function gridLines(scale: Scale): Markup {
  return markup`${scale.lines.map(
    (line) => markup`<div class="gl${line === 0 ? " z" : ""}" style="bottom:${percent(scale.at(line))}%"></div>`,
  )}${scale.from > 0 ? markup`<div class="gl z" style="bottom:0"></div>` : nothing}`;
}

/** Dates below an axis: at most eight, and half of them where there is little room. `at`: where the middle of each is, from 0 to 1. */
export function datesBelow(categories: readonly Category[], grain: Grain, at: (place: number) => number, hasEnds = false): Markup {
  const places = categories.map(({ label }, place) => ({ label, place }));
  // Over days only midnights are named: clocks that change move the hours.
  const dated = grain === "hour" && categories.length > 72 ? places.filter(({ label }) => !label.endsWith("M")) : places;
  const step = dated === places ? stepOf(places.length, grain) : stepOf(dated.length, "day");
  const shown = dated.filter((_, index) => index % step === 0);
  return markup`<div class="xl">${shown.map(({ label, place }, index) => {
    const left = at(place);
    const side = left > 0.95 && !hasEnds ? " e" : "";
    return markup`<span class="${index % 2 === 1 ? "o" : ""}${side}" style="left:${percent(left)}%">${label}</span>`;
  })}</div>`;
}

export function namesBelow(categories: readonly Category[]): Markup {
  return markup`<div class="xg">${categories.map(({ label }) => markup`<span>${named(label)}</span>`)}</div>`;
}

/** What the marks of a series mean, with what they come to. */
export function legend({ series, unfinished }: Matrix, more: Piece = null): Markup {
  const several = series.length > 1 ? series : [];
  if (several.length === 0 && unfinished === null && !more) return nothing;
  return markup`<ul class="lg">${several.map(
    ({ name, tone, measure, all }) =>
      markup`<li><i class="sw t-${tone}"></i>${named(name)}${measure.adds && typeof all?.value === "number" ? markup` <b>${exact(all.value, measure.unit)}</b>` : nothing}</li>`,
  )}${more}${unfinished === null ? nothing : markup`<li><i class="sw t-pale part"></i>${unfinished}</li>`}</ul>`;
}

/** A period in words, as a pointer over it is told: "Fri, Oct 16: 41", or a line for each series. */
export function told(category: Category, series: readonly Series[], place: number, unfinished: string | null): string {
  const parts = series.map(({ name, cells, measure }) => {
    const value = cells[place]?.value ?? null;
    const said = value === null ? "none" : exact(value, measure.unit);
    return series.length === 1 ? said : `${name} ${said}`;
  });
  return `${category.title}${category.unfinished && unfinished ? " so far" : ""}${series.length === 1 ? ": " : "\n"}${parts.join("\n")}`;
}

export const heightOf = (width: number) => (width >= 8 ? 172 : width >= 6 ? 144 : 116);
