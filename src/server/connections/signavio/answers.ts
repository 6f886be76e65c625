import { shownLine } from "#server/connections/mcp/foreign-text.ts";

/** A model in a directory. */
export interface Model {
  readonly id: string;
  /** As {@link modelName} makes it. */
  readonly name: string;
}

const named: Readonly<Record<string, string>> = { quot: '"', amp: "&", lt: "<", gt: ">", apos: "'" };

/** Text that was written for a page of HTML, as it is without that. */
function unescaped(text: string): string {
  return text.replace(
    /&(?:(quot|amp|lt|gt|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
    (whole, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return named[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

/** The name of a model, however the other side writes it: names are compared in this form, and given in it. */
export function modelName(text: string): string {
  return unescaped(text)
    .normalize("NFC")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
}

/** Undefined for what is no JSON, escaped or not. */
function jsonOf(text: string): unknown {
  for (const each of [text, unescaped(text)])
    try {
      return JSON.parse(each);
    } catch {
      continue;
    }
  return undefined;
}

const idIn = (href: unknown, kind: "model" | "directory") =>
  typeof href === "string" ? new RegExp(`^(?:/p)?/${kind}/([0-9a-zA-Z_-]{1,200})$`).exec(href)?.[1] : undefined;

/** The models that a directory lists. Undefined where the answer is no list of one. */
export function modelsIn(text: string): Model[] | undefined {
  const listed = jsonOf(text);
  if (!Array.isArray(listed)) return undefined;
  return listed.flatMap((entry: unknown) => {
    const { rel, href, rep } = (entry ?? {}) as Readonly<Record<string, unknown>>;
    const id = rel === "mod" ? idIn(href, "model") : undefined;
    const { name, title } = (rep ?? {}) as Readonly<Record<string, unknown>>;
    const called = typeof name === "string" && name !== "" ? name : typeof title === "string" ? title : "";
    return id === undefined ? [] : [{ id, name: modelName(called) }];
  });
}

export type Imported = { readonly made: string | undefined } | { readonly refused: string };

/**
 * What came of an import: its model where the answer names one, or why there is none. Undefined where the answer says neither, so that only
 * the directory can.
 */
export function importIn(text: string): Imported | undefined {
  const said = jsonOf(text);
  if (typeof said !== "object" || said === null) return undefined;
  const errors = Array.isArray(said) ? [] : (said as { errors?: unknown }).errors;
  if (Array.isArray(errors) && errors.length > 0) return { refused: errors.slice(0, 3).map(worded).join(" ") };
  const { href } = (Array.isArray(said) ? (said[0] ?? {}) : said) as { href?: unknown };
  return { made: idIn(href, "model") };
}

/** An error there is a text, or has one. */
function worded(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown };
  const text = typeof error === "string" ? error : typeof message === "string" ? message : (JSON.stringify(error) ?? "");
  return shownLine(unescaped(text), 300);
}
