import { withoutUnseen } from "#contract/unseen.ts";

/** HTML that `markup` made. Nothing else is: what is put into it is text, whoever wrote it. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Piece = Markup | string | number | null | undefined | readonly Piece[];

export const nothing = new Markup("");

/** As many characters of one text are drawn: a longer one is cut and says so. */
const longest = 2_000;

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;", "`": "&#96;" };

/** Text inside an element or a quoted attribute: without control characters, without marks that turn letters around. */
function escaped(value: string): string {
  return withoutUnseen(cut(value, longest).toWellFormed())
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, "")
    .replace(/[&<>"'`]/g, (each) => entities[each] ?? "");
}

/** At most `most` characters, none cut in half. */
function cut(value: string, most: number): string {
  if (value.length <= most) return value;
  const kept = value.slice(0, most - 1);
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}

/**
 * A template whose parts are escaped, but for what `markup` itself made. Attributes are always in double quotes. Its name is not `html`: a formatter
 * would put blanks between the elements of those.
 */
export function markup(parts: TemplateStringsArray, ...values: readonly Piece[]): Markup {
  return new Markup(parts.map((part, at) => part + (at < values.length ? written(values[at]) : "")).join(""));
}

function written(value: Piece): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Markup) return value.text;
  if (typeof value === "number") return Number.isFinite(value) ? String(Math.round(value * 100) / 100) : "0";
  if (typeof value === "string") return escaped(value);
  return value.map(written).join("");
}

/** A name that anyone may have given, in any script: letters beside it keep their places. */
export function named(value: string): Markup {
  return markup`<bdi>${cut(value, 240)}</bdi>`;
}

/** A share of a chart in percent. What would be outside of it, or no number, is at its edge. */
export function percent(share: number): number {
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) * 100 : 0;
}
