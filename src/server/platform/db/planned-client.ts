import { createHash } from "node:crypto";
import type { Duplex } from "node:stream";
import pg from "pg";
import { isPlanOutdated } from "./undone.ts";
import { beginOf, currentPatience } from "./patience.ts";
import type { StoreAway, StoreBusy } from "./store-failure.ts";
import type { StoreWatch } from "./store-watch.ts";

/** Longest text and largest number of statements that get a name: what every connection may have to remember. All operations together have 900. */
const maxLength = 6_000;
const maxNames = 1_000;
/** Runs of a statement that earn it a name: a text that grows with its input rarely comes again, and would take the place of one that does. */
const earnedBy = 3;
/** Statements whose runs are counted at a time. */
const maxCounted = 1_000;

/**
 * A parameter, `$1::int`, that the planner does not see. PostgreSQL compares what plans would cost, and plans a statement anew each time for a plan
 * that is better by little: of a statement of many tables that takes longer than the statement itself. Where it sees no value, all plans cost the
 * same, and each connection keeps one after the first five runs.
 */
export const unseen = (parameter: string) => `(select ${parameter})`;

type Send = (...args: unknown[]) => unknown;

/**
 * Connections that plan a statement with parameters once and then run it by name: parsing and planning cost more than most of our
 * statements do themselves. Statements whose text grows with their input come too rarely or are too long, and stay unnamed, as does one
 * with an empty name. A transaction's `begin` costs no round trip of its own. A connection on which an answer takes too long is cut.
 * `readOnly` is told when a connection refuses a write for itself.
 */
export function plannedClient(watch: StoreWatch, readOnly: () => void): typeof pg.Client {
  const names = new Map<string, string>();
  const runs = new Map<string, number>();
  let generation = 1;
  function earned(text: string): boolean {
    const count = (runs.get(text) ?? 0) + 1;
    if (runs.size >= maxCounted) runs.clear();
    runs.set(text, count);
    return count >= earnedBy;
  }
  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known || text.length > maxLength || names.size >= maxNames || !earned(text)) return known;
    runs.delete(text);
    const name = nameFor(text);
    names.set(text, name);
    return name;
  }
  /** Of the text: behind a pooler another process may meet what this one prepared. */
  const nameFor = (text: string) => `planned-${generation}-${createHash("sha256").update(text).digest("base64url")}`;
  function failed(failure: unknown, name: string | undefined): void {
    if ((failure as { code?: unknown } | undefined)?.code === "25006") readOnly();
    rename(failure, name);
  }
  /** Each connection prepares a statement with other columns once more, before it meets that it has to. */
  function rename(failure: unknown, name: string | undefined): void {
    if (!isPlanOutdated(failure) || !name?.startsWith(`planned-${generation}-`)) return;
    generation += 1;
    for (const text of names.keys()) names.set(text, nameFor(text));
  }
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      // A pool hides the password from whoever lists its options.
      super(
        typeof config === "string"
          ? { connectionString: config, pipeline: true }
          : { ...config, password: config?.password, pipeline: true },
      );
    }

    override query = ((first: unknown, ...rest: unknown[]) => {
      const run = (...args: unknown[]) => this.watched(super.query.bind(this), args);
      const config = typeof first === "string" ? { text: first } : (first as pg.QueryConfig);
      if (config.text === "begin") return this.begin(() => run({ ...config, text: beginOf(currentPatience()) }));
      const values = Array.isArray(rest[0]) ? rest[0] : config.values;
      if (config.name !== undefined || typeof config.text !== "string" || !values?.length) return run(first, ...rest);
      const name = nameOf(config.text);
      if (!name) return run(first, ...rest);
      return run({ ...config, name }, ...rest);
    }) as pg.Client["query"];

    /** Sends `begin` along with the statement that comes next instead of waiting for its answer. Only a lost connection can fail it. */
    private async begin(send: () => unknown): Promise<{ rows: never[]; rowCount: null }> {
      const stream = this.stream();
      stream.cork();
      process.nextTick(() => stream.uncork());
      (send() as Promise<unknown>).catch((error: Error) => stream.destroy(error));
      return { rows: [], rowCount: null };
    }

    private watched(send: Send, args: unknown[]): unknown {
      const cut = (error: StoreAway | StoreBusy) => void this.stream().destroy(error);
      const refusal = watch.refusal();
      // Whatever was begun on this connection ends with it.
      if (refusal) cut(refusal);
      const end = watch.wait(cut);
      const { name } = args[0] as { readonly name?: string };
      const callback = args.at(-1);
      if (typeof callback === "function") {
        const answered = (...answer: unknown[]) => {
          end();
          if (answer[0]) failed(answer[0], name);
          else watch.heard();
          (callback as (...answer: unknown[]) => void)(...answer);
        };
        return send(...args.slice(0, -1), answered);
      }
      const result = send(...args) as Promise<unknown>;
      result.then(
        () => {
          end();
          watch.heard();
        },
        (failure: unknown) => {
          end();
          failed(failure, name);
        },
      );
      return result;
    }

    private stream(): Duplex {
      return (this as unknown as { connection: { stream: Duplex } }).connection.stream;
    }
  };
}
