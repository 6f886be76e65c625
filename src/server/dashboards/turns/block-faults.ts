import { timeDimension } from "#contract/dashboards/catalogue.ts";
import type { Block, Page, Query } from "#contract/dashboards/page.ts";
import { queriesOf } from "./edit-page.ts";

/** What keeps a block from showing its queries, a sentence each, with what to do instead. Queries themselves are judged by their own rules. */
export function blockFaults(block: Block, { queries }: Pick<Page, "queries">): string[] {
  const find = (name: string) => queries.find((query) => query.name === name);
  const missing = [...new Set(queriesOf(block))].filter((name) => !find(name));
  if (missing.length > 0) return [`There is no query ${missing.join(" and ")}. Give it in \`queries\` of the same call`];
  if (block.type === "stats") return block.figures.flatMap(({ query: name, measure }) => unnamed(find(name), measure, "measures"));
  if (block.type === "text")
    return block.pieces.flatMap((piece) => ("query" in piece ? unnamed(find(piece.query), piece.field, "measures", "by") : []));
  const query = find(block.query);
  return query ? shapeFaults(block.type, query) : [];
}

function unnamed(query: Query | undefined, field: string, ...of: ("measures" | "by")[]): string[] {
  if (!query || of.some((part) => query[part].includes(field))) return [];
  return [`The query ${query.name} has no ${field}. It has: ${of.flatMap((part) => query[part]).join(", ")}`];
}

function shapeFaults(type: Exclude<Block["type"], "stats" | "text">, { name, by, measures }: Query): string[] {
  if (type === "table") return [];
  if (by.length === 0) return [`The query ${name} is one figure. Give it a dimension in \`by\`, or use a stats block`];
  if (type === "lines" && !by.includes(timeDimension)) return [`Lines show time: add “${timeDimension}” to \`by\` of ${name}, or use bars`];
  // A measure that is asked for and not drawn would be left out in silence.
  if ((type === "bars" || type === "heat") && measures.length > 1)
    return [`A block of ${type} shows one measure, and ${name} has ${measures.length}. Give it a query with one, or use a table`];
  if (type === "heat" && by.length < 2) return [`A heat block has two dimensions: add a second one to \`by\` of ${name}, or use bars`];
  return [];
}
