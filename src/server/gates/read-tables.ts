import { AsyncLocalStorage } from "node:async_hooks";
import { Server } from "node:http";
import pg from "pg";

const statements = new AsyncLocalStorage<Set<string>>();

/** Where a statement reads from: a table by its name, in full or not, quoted or not. */
const source = /\b(?:from|join)\s+(?:only\s+)?(?:"?public"?\.)?"?([a-z_]+)"?/gi;

/** The tables that a statement reads by name. What a function of the store reads is not seen. */
function tablesIn(statement: string): string[] {
  return [...statement.matchAll(source)].map(([, table = ""]) => table);
}

const textOf = (query: unknown): string => (typeof query === "string" ? query : ((query as { text?: string } | undefined)?.text ?? ""));

type Emit = (this: Server, event: string, ...rest: unknown[]) => boolean;
type Query = (this: pg.Client, ...args: unknown[]) => unknown;

/** Notes which tables the requests to a service of this process read. Ends with `end`. */
export function watchReads(): { during(work: () => Promise<unknown>): Promise<string[]>; end(): void } {
  let noted = new Set<string>();
  const emit = Server.prototype.emit as Emit;
  // What a request asks of the store, and nothing that background work asks at the same time.
  Server.prototype.emit = function (this: Server, event: string, ...rest: unknown[]) {
    return event === "request" ? statements.run(noted, () => emit.call(this, event, ...rest)) : emit.call(this, event, ...rest);
  } as typeof Server.prototype.emit;
  const query = pg.Client.prototype.query as unknown as Query;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const text = textOf(args[0]);
    if (!text.includes("found_team")) statements.getStore()?.add(text);
    return query.apply(this, args);
  } as unknown as typeof pg.Client.prototype.query;
  return {
    async during(work) {
      const own = new Set<string>();
      noted = own;
      await work();
      return [...new Set([...own].flatMap(tablesIn))].toSorted();
    },
    end() {
      Server.prototype.emit = emit as typeof Server.prototype.emit;
      pg.Client.prototype.query = query as unknown as typeof pg.Client.prototype.query;
    },
  };
}
