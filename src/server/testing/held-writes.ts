import type { Pool } from "pg";

/** Free for tests: nothing of the service takes advisory locks of this class. */
const lockClass = 7_041;

export interface HeldWrites {
  /** Lets the writes pass until the n-th from here on, which then waits inside its transaction. The first is 1. */
  holdAt(n: number): Promise<void>;
  /** Whether one waits. */
  held(): Promise<boolean>;
  /** Lets the one that waits pass, and all others. Comes back when its transaction has ended. */
  release(): Promise<void>;
  close(): void;
}

/**
 * Counts what is written into tables: each row when it is written, and each once more when its transaction commits. The store holds one of them until
 * it is released. What a transaction with `set local held_writes.off = 'on'` writes is the test's own, and not counted. Needs a pool of which one connection stays with it.
 */
export async function holdWrites(pool: Pool, tables: readonly string[]): Promise<HeldWrites> {
  await pool.query(`
    create unlogged table held_writes (at bigint not null);
    insert into held_writes values (0);
    create sequence seen_writes;
    create function hold_write() returns trigger language plpgsql as $$
    begin
      if current_setting('held_writes.off', true) = 'on' then return coalesce(new, old); end if;
      if nextval('seen_writes') = (select at from held_writes) then perform pg_advisory_xact_lock_shared(${lockClass}, 1); end if;
      return coalesce(new, old);
    end $$;`);
  for (const table of tables)
    await pool.query(`
      create trigger held_write before insert or update or delete on ${table} for each row execute function hold_write();
      create constraint trigger held_commit after insert or update or delete on ${table} deferrable initially deferred
        for each row execute function hold_write();`);
  const gate = await pool.connect();
  const waiting = async () => {
    const { rows } = await gate.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and classid = ${lockClass} and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows.map(({ pid }) => pid);
  };
  let closed = false;
  return {
    async holdAt(n) {
      if (!closed) await gate.query(`select pg_advisory_lock(${lockClass}, 1)`);
      closed = true;
      await gate.query("update held_writes set at = $1 + nextval('seen_writes')", [n]);
    },
    held: async () => (await waiting()).length > 0,
    async release() {
      const pids = await waiting();
      await gate.query("update held_writes set at = 0");
      await gate.query(`select pg_advisory_unlock(${lockClass}, 1)`);
      closed = false;
      // A transaction that was held has its locks until it ends.
      const ended = "select 1 from pg_stat_activity where pid = any($1) and state <> 'idle'";
      while ((await gate.query(ended, [pids])).rowCount) continue;
    },
    close: () => gate.release(true),
  };
}
