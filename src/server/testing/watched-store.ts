import pg from "pg";
import { currentPatience } from "#server/platform/db/patience.ts";

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly inSnapshot: boolean;
  /** Somebody waits for it: it is not of background work. */
  readonly ofRequest: boolean;
}

/** What the store is asked while `work` runs, and whether a transaction holds still what each statement sees. */
export async function watched<T>(work: () => Promise<T>): Promise<{ result: T; statements: Statement[] }> {
  const statements: Statement[] = [];
  const still = new WeakSet<object>();
  const { query } = pg.Client.prototype;
  const noting = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | pg.QueryConfig, unknown];
    const { text, values = Array.isArray(second) ? second : [] } = typeof first === "string" ? { text: first } : first;
    if (/^begin.*repeatable read/.test(text)) still.add(this);
    if (/^(commit|rollback)/.test(text)) still.delete(this);
    statements.push({ text, values, inSnapshot: still.has(this), ofRequest: currentPatience().request });
    return Reflect.apply(query, this, args) as unknown;
  };
  pg.Client.prototype.query = noting as typeof query;
  try {
    return { result: await work(), statements };
  } finally {
    pg.Client.prototype.query = query;
  }
}
