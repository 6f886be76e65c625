import { type ExactNumber, numberOf } from "#contract/exact-json.ts";

const form = /^(?<sign>[-+]?)(?<whole>\d*)(?:\.(?<part>\d*))?(?<power>e[-+]?\d+)?$/i;

/** The number that a text is, with every digit; the text itself where it is none, and undefined where it is empty. */
export function figureOf(text: string): number | ExactNumber | string | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  const { sign = "", whole = "", part = "", power = "" } = form.exec(trimmed)?.groups ?? {};
  if (whole === "" && part === "") return text;
  // As JSON has it: +07 is 7, and .5 is 0.5.
  return numberOf(`${sign === "-" ? "-" : ""}${whole.replace(/^0+(?=\d)/, "") || "0"}${part === "" ? "" : `.${part}`}${power}`);
}
