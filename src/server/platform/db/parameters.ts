import { type SQL, sql } from "drizzle-orm";

/** Collects values behind `$1`, `$2`… */
export function parameters() {
  const values: unknown[] = [];
  return { values, add: (value: unknown) => `$${values.push(value)}` };
}
export type Parameters = ReturnType<typeof parameters>;

/** A text and the values behind its parameters, as a part of a statement of another kind. */
export function asSql(text: string, values: readonly unknown[]): SQL {
  const [first = "", ...rest] = text.split(/\$(\d+)/);
  const pieces = rest.map((piece, i) => (i % 2 === 0 ? sql`${sql.param(values[Number(piece) - 1])}` : sql.raw(piece)));
  return sql.join([sql.raw(first), ...pieces]);
}
