import { sql } from "drizzle-orm";
import { createWakeLoop } from "#server/platform/work/wake-loop.ts";
import type { Work } from "#server/engine/work.ts";

/** Wraps the toys, each by itself. It is woken, and as good as never looks without that. */
export const wrapping: Work = {
  name: "wrapping",
  start: (services) =>
    createWakeLoop(services, {
      name: "wrapping",
      pollMs: 3_600_000,
      async round() {
        const one = sql`select id from toys where not wrapped limit 1 for update skip locked`;
        const { rowCount } = await services.store.db.execute(sql`update toys set wrapped = true where id in (${one})`);
        return rowCount === 1;
      },
    }),
};
