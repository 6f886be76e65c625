import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { EndpointSpec } from "#contract/endpoint.ts";
import { csvLine, csvMark, type ExportColumns, type ExportFormat, type ListFile } from "#contract/export.ts";
import type { Cell } from "#contract/list.ts";
import { z } from "#contract/zod.ts";
import { forNextPage } from "#server/platform/db/patience.ts";
import { attachment } from "./attachment.ts";
import { refuse } from "./refusal.ts";

/** Of one person at the same time, as each reads page after page. Further ones wait so many milliseconds for one of them to end. */
const atOnce = 2;
const patienceMs = 10_000;
const types = { csv: "text/csv; charset=utf-8", json: "application/json; charset=utf-8" } as const;

interface Asked {
  readonly format?: ExportFormat;
  readonly columns?: readonly string[];
}
type Sending = EndpointSpec & { readonly exports: ExportColumns<never> };
export type SendList = (endpoint: Sending, asked: Asked, userId: string, read: () => Promise<ListFile<never>>) => Promise<Sent>;
interface Sent {
  to(reply: FastifyReply, day: string): FastifyReply;
}

/**
 * Sends lists as files. No more of one is in memory than two pages: the next one is read once the one before is on its way, and no connection is
 * held in between. `mostRows`: of one file.
 */
export function listSender(mostRows: number, waitMs = patienceMs): SendList {
  const { enter, leave } = turns(waitMs);
  return async (endpoint, { format = "csv", columns }, userId, read) => {
    await enter(userId);
    try {
      const file = await read();
      if (file.total > mostRows)
        throw refuse("too_many", `One file takes ${mostRows.toLocaleString("en")} rows, and this list has more. Narrow its filters.`);
      const pages = file.pages[Symbol.asyncIterator]();
      // While the answer can still be an error.
      const first = await pages.next();
      const text = format === "csv" ? csv(await headsOf(endpoint.exports, file, columns), first, pages) : json(endpoint, first, pages);
      return {
        to(reply, day) {
          const stream = Readable.from(text, { highWaterMark: 1 }).once("close", () => leave(userId));
          void reply.header("content-disposition", attachment(`${file.name}-${day}.${format}`)).header("cache-control", "no-store");
          return reply.type(types[format]).send(stream);
        },
      };
    } catch (error) {
      leave(userId);
      throw error;
    }
  };
}

/** Two at a time for each person, in the order of coming. */
function turns(waitMs: number) {
  const held = new Map<string, { open: number; readonly waiting: Set<() => void> }>();
  const of = (userId: string) => held.get(userId) ?? { open: 0, waiting: new Set() };
  return {
    async enter(userId: string): Promise<void> {
      const mine = of(userId);
      held.set(userId, mine);
      if (mine.open < atOnce) mine.open += 1;
      else if (!(await within(waitMs, mine.waiting)))
        throw refuse("busy", "Two of your exports are still in progress. Try again when one of them has finished.");
    },
    leave(userId: string): void {
      const mine = of(userId);
      const [next] = mine.waiting;
      if (next) return next();
      mine.open -= 1;
      if (mine.open === 0) held.delete(userId);
    },
  };
}

/** Whether its turn came in time. */
function within(ms: number, waiting: Set<() => void>): Promise<boolean> {
  return new Promise((decided) => {
    const take = (came: boolean) => {
      waiting.delete(turn);
      clearTimeout(timer);
      decided(came);
    };
    const turn = () => take(true);
    const timer = setTimeout(() => take(false), ms);
    waiting.add(turn);
  });
}

type Pages = AsyncIterator<readonly never[]>;
type Page = IteratorResult<readonly never[]>;
type Heads = readonly (readonly [head: string, cell: (row: never) => Cell])[];

async function headsOf(all: ExportColumns<never>, file: ListFile<never>, columns: readonly string[] = Object.keys(all)): Promise<Heads> {
  const chosen = Object.keys(all).filter((name) => columns.includes(name));
  const instead = (await file.instead?.()) ?? {};
  const own = chosen.filter((name) => !Object.hasOwn(instead, name));
  return [...own.flatMap((name) => Object.entries(all[name] ?? {})), ...chosen.flatMap((name) => Object.entries(instead[name] ?? {}))];
}

async function* csv(heads: Heads, first: Page, pages: Pages): AsyncGenerator<string> {
  yield csvMark + csvLine(heads.map(([head]) => head));
  for await (const rows of behind(first, pages)) yield rows.map((row) => csvLine(heads.map(([, cell]) => cell(row)))).join("");
}

/** One row a line. What a handler gives is parsed as every answer is, so that nothing unlisted leaves the service. */
async function* json({ reply }: EndpointSpec, first: Page, pages: Pages): AsyncGenerator<string> {
  let before = "[";
  for await (const rows of behind(first, pages)) {
    yield rows.map((row, at) => `${at === 0 ? before : ","}\n${JSON.stringify(z.parse(reply, row))}`).join("");
    if (rows.length > 0) before = ",";
  }
  yield before === "[" ? "[]\n" : "\n]\n";
}

async function* behind(first: Page, pages: Pages): AsyncGenerator<readonly never[]> {
  try {
    for (let page = first; !page.done; page = await forNextPage(() => pages.next())) yield page.value;
  } finally {
    await pages.return?.();
  }
}
