import pg from "pg";

/**
 * A pool that outlives its store. `end` comes back before the last connections are closed, so that the server may still say on one of them that it
 * ends it, as it does when their database is dropped. Without a listener that is an error outside of all tests.
 */
export function enduringPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}
