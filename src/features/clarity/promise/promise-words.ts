import type { Verdict } from "#contract/clarity/achieved.ts";
import { placeInLine, speakerOf } from "#contract/clarity/evidence-place.ts";
import type { PromisedFigure, PromiseFigure, PromisePassage } from "#contract/clarity/promise.ts";
import type { State } from "#ui/status.tsx";

export const figureWords: Readonly<Record<PromiseFigure, { readonly name: string; readonly unit: string }>> = {
  cases_a_week: { name: "Cases a week", unit: "cases" },
  minutes_a_case: { name: "Minutes per case", unit: "minutes" },
  success: { name: "Success", unit: "of cases" },
};

const amount = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const share = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });
const minutes = new Intl.NumberFormat("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const percent = (value: number) => share.format(value);
/** Very short times keep a digit that says something, and only nothing is 0. */
export const inMinutes = (value: number) =>
  value > 0 && value < 0.005 ? "<0.01" : value > 0 && value < 0.1 ? amount.format(value) : minutes.format(value);
export const inCases = (value: number) => amount.format(value);

export function figureInWords(figure: PromiseFigure, value: number): string {
  if (figure === "success") return percent(value);
  return figure === "minutes_a_case" ? inMinutes(value) : inCases(value);
}

/** As a person types it: of a share the percentage. */
export function figureAsTyped(figure: PromiseFigure, value: number): string {
  return String(figure === "success" ? Math.round(value * 10_000) / 100 : value);
}

/** What a person typed, as it is stored. Not a number where it is none. */
export function typedFigure(figure: PromiseFigure, typed: string): number {
  const text = typed.trim().replace(/\s*%$/, "").replace(",", ".");
  const value = text === "" ? Number.NaN : Number(text);
  return figure === "success" ? Math.round(value * 100) / 10_000 : value;
}

/** Who said it, and where. */
export function passageInWords(passage: PromisePassage): string {
  return `${speakerOf(passage)}, ${placeInLine(passage.locator) ?? ""}`;
}

export function sourceInWords({ assumption, source }: Pick<PromisedFigure, "assumption" | "source">): string {
  if (source) return passageInWords(source);
  return assumption ? "Assumption" : "A deleted capture";
}

export const verdictWords: Readonly<Record<Verdict, State>> = {
  kept: { look: "done", word: "Kept" },
  missed: { look: "failed", word: "Not kept" },
  cannot_tell: { look: "asks", word: "Cannot tell yet" },
  too_few: { look: "idle", word: "Too few" },
  not_promised: { look: "idle", word: "Not confirmed" },
};
