import { type Block, type Page, type Query, Page as PageSchema, mostBlocks, mostQueries } from "#contract/dashboards/page.ts";
import { isDeepStrictEqual } from "node:util";
import { WrongCall, issueWords } from "./wrong-call.ts";

/** Bytes of a page, as JSON. */
const mostBytes = 256 * 1024;

/** A page of a team that has nothing on it. */
export const emptyPage: Page = { title: "New dashboard", zone: "UTC", range: "last_30_days", parameters: [], queries: [], blocks: [] };

/** The queries that a block shows. */
export function queriesOf(block: Block): readonly string[] {
  if (block.type === "stats") return block.figures.map(({ query }) => query);
  if (block.type === "text") return block.pieces.flatMap((piece) => ("query" in piece ? [piece.query] : []));
  return [block.query];
}

export type Put = "added" | "changed";

/** Puts a block with its queries onto a page, in the place of the one of the same id. Throws {@link WrongCall}. */
export function putBlock(page: Page, block: Block, queries: readonly Query[], before?: string | null): { page: Page; put: Put } {
  const others = page.blocks.filter(({ id }) => id !== block.id);
  const put = others.length < page.blocks.length ? "changed" : "added";
  if (others.length >= mostBlocks) throw new WrongCall(`A page has at most ${mostBlocks} blocks. Remove one first`);
  const named = new Set<string>();
  for (const query of queries) {
    if (named.has(query.name)) throw new WrongCall(`Two queries are called ${query.name}. Give each its own name`);
    named.add(query.name);
    const former = page.queries.find(({ name }) => name === query.name);
    const users = others.filter((other) => queriesOf(other).includes(query.name)).map(({ id }) => id);
    if (former && users.length > 0 && !isDeepStrictEqual(former, query))
      throw new WrongCall(`The query ${query.name} is used by ${users.join(", ")} too. Give the changed one another name`);
  }
  const all = [...page.queries.filter(({ name }) => !named.has(name)), ...queries];
  const at = placeOf(others, before, put === "changed" ? page.blocks.findIndex(({ id }) => id === block.id) : others.length);
  return { page: checked({ ...page, queries: all, blocks: others.toSpliced(at, 0, block) }), put };
}

export function moveBlock(page: Page, id: string, before?: string | null): Page {
  const block = requireBlock(page, id);
  const others = page.blocks.filter((each) => each !== block);
  return checked({ ...page, blocks: others.toSpliced(placeOf(others, before, others.length), 0, block) });
}

export function removeBlock(page: Page, id: string): Page {
  const block = requireBlock(page, id);
  return checked({ ...page, blocks: page.blocks.filter((each) => each !== block) });
}

export function setPage(page: Page, change: Partial<Pick<Page, "title" | "range" | "zone" | "parameters">>): Page {
  const names = (change.parameters ?? []).map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw new WrongCall(`Two parameters are called ${twice}. Give each its own name`);
  return checked({ ...page, ...change });
}

export function requireBlock(page: Page, id: string): Block {
  const block = page.blocks.find((each) => each.id === id);
  if (block) return block;
  const known = page.blocks.map((each) => each.id).join(", ");
  throw new WrongCall(`The page has no block “${id}”. ${known ? `It has: ${known}` : "It has none yet"}`);
}

function placeOf(others: readonly Block[], before: string | null | undefined, otherwise: number): number {
  if (before === undefined) return otherwise;
  if (before === null) return others.length;
  const at = others.findIndex(({ id }) => id === before);
  if (at < 0) throw new WrongCall(`There is no other block “${before}” to put it before`);
  return at;
}

/** Without queries that no block uses, and only where it is a page that can be stored. */
function checked(page: Page): Page {
  const used = new Set(page.blocks.flatMap(queriesOf));
  const tidy = { ...page, queries: page.queries.filter(({ name }) => used.has(name)) };
  if (tidy.queries.length > mostQueries) throw new WrongCall(`A page has at most ${mostQueries} queries. Let blocks share them`);
  if (Buffer.byteLength(JSON.stringify(tidy)) > mostBytes) throw new WrongCall("The page is too large. Make it of fewer blocks");
  const read = PageSchema.safeParse(tidy);
  if (!read.success) throw new WrongCall(issueWords(read.error));
  return read.data;
}
