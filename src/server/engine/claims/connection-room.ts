import type pg from "pg";

/** Says at a start that PostgreSQL has fewer connections than all processes together may open: some of them would wait and fail then. */
export async function warnOfConnections(pool: pg.Pool, each: number, log: { warn(what: object, text: string): void }): Promise<void> {
  const { rows } = await pool.query<{ processes: number; room: number }>(`
    select (select count(*)::int from workers where alive_until > now()) + 1 as processes,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as room`);
  const { processes = 1, room = Infinity } = rows[0] ?? {};
  if (processes * each > room)
    log.warn(
      { processes, store_connections: each, room },
      "the processes may open more connections than PostgreSQL takes: lower STORE_CONNECTIONS or raise max_connections",
    );
}
