import { type Given, standIn } from "#sdk/reference/snippets.ts";
import type { Detail } from "./queries.ts";

/** Ids of the reader's work that an input may name. */
export type Known = Readonly<Record<string, string | undefined>>;

/** What the console knows of the address. */
export function firstValues({ fields }: Detail, known: Known): Given["values"] {
  return Object.fromEntries(
    fields.flatMap(({ name, place, required }) => {
      const id = place === "path" || (place === "query" && required) ? known[name] : undefined;
      return id === undefined ? [] : [[name, id]];
    }),
  );
}

/**
 * The example's body as somebody would first send it: ids are words to replace, and fields that may be left out are when they name something else.
 */
export function firstBody({ fields, example: { body } }: Detail, known: Known): string {
  if (typeof body !== "object" || body === null) return "";
  const needed = new Set(fields.flatMap(({ name, place, required }) => (place === "body" && required ? [name] : [])));
  const entries = Object.entries(body).flatMap(([name, value]): (readonly [string, unknown])[] => {
    if (known[name] !== undefined) return [[name, known[name]]];
    const foreign = typeof value === "string" && (isId.test(value) || value.includes("://"));
    // Names are made different by ids when examples are recorded.
    if (!foreign) return [[name, typeof value === "string" ? value.replace(idBehind, "") : value]];
    return needed.has(name) ? [[name, isId.test(value) ? standIn(name) : value]] : [];
  });
  return JSON.stringify(Object.fromEntries(entries), null, 2);
}

const idBehind = / [0-9a-f]{8}-[0-9a-f-]{27}$/;
const isId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
