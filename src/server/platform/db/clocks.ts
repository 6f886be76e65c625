import type pg from "pg";

/** Clocks that differ by more than this show in times that people read. */
const mostMs = 2000;

/** Says at the start that the clocks of this process and of its store differ. */
export async function warnOfClocks(pool: pg.Pool, clock: () => Date, log: { warn(what: object, text: string): void }): Promise<void> {
  const before = clock().getTime();
  const { rows } = await pool.query<{ now: number }>("select (extract(epoch from clock_timestamp()) * 1000)::float8 as now");
  const ahead = Math.round((before + clock().getTime()) / 2 - (rows[0]?.now ?? before));
  if (Math.abs(ahead) > mostMs)
    log.warn({ ahead_ms: ahead }, "the clocks of this machine and of its store differ: set both by the same time server");
}
