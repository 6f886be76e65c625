import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import type { Store } from "#server/platform/db/open.ts";
import { createPulse } from "#server/platform/db/pulse.ts";
import type { Begins } from "./apart.ts";
import { describe } from "./describe.ts";

/** Times come, and other processes make work: so long after a look comes the next one, in milliseconds. */
const lookMs = 500;

/** Tells all work in the background when some of it is due. */
export interface Looks {
  /**
   * Wakes at each look at which `due` holds, until what it returns is called. `due` holds wherever the work would find something, and costs little
   * where it finds nothing.
   */
  follow(due: SQL, wake: () => void): () => void;
}

interface Needs {
  readonly store: Pick<Store, "pool">;
  readonly log: Pick<FastifyBaseLogger, "warn">;
  /** When the first look is; left out: at once. */
  readonly begins?: Begins;
  /** Whether nothing is looked for now. */
  readonly paused?: () => boolean;
}

interface Followed {
  readonly due: SQL;
  wake(): void;
}

const dialect = new PgDialect();

/** By a name, because to plan it takes twenty times as long as to run it, and without values, because no plan is better for some of them. */
function questionOf(asked: readonly Followed[]) {
  const conditions = sql.join(
    asked.map(({ due }) => due),
    sql`, `,
  );
  const { sql: text } = dialect.sqlToQuery(sql`select array[${conditions}] as due`.inlineParams());
  return { asked, query: { name: `looks-${createHash("sha256").update(text).digest("base64url")}`, text } };
}

/** Asks the store in one statement for all kinds of work: each would ask as often by itself, in a process where nothing happens too. */
export function createLooks({
  store,
  log,
  begins = () => Promise.resolve(),
  paused = () => false,
}: Needs): Looks & { close(): Promise<void> } {
  const followed = new Set<Followed>();
  let asking: { readonly asked: readonly Followed[]; readonly query: pg.QueryConfig } | undefined;
  let closed = false;

  async function look(): Promise<void> {
    if (paused() || followed.size === 0) return;
    asking ??= questionOf([...followed]);
    const { asked, query } = asking;
    const { rows } = await store.pool.query<{ due: boolean[] }>(query);
    for (const [at, { wake }] of asked.entries()) if (rows[0]?.due[at]) wake();
  }
  const failed = (error: unknown) => {
    log.warn({ error: describe(error) }, "could not look for what is due");
    throw error;
  };
  const pulse = createPulse(lookMs, () => look().catch(failed));
  void begins().then(() => {
    if (!closed) pulse.now();
  });
  return {
    follow(due, wake) {
      const one = { due, wake };
      followed.add(one);
      asking = undefined;
      return () => {
        followed.delete(one);
        asking = undefined;
      };
    },
    async close() {
      closed = true;
      await pulse.close();
    },
  };
}
