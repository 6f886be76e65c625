import { sql } from "drizzle-orm";
import { recorded } from "#server/platform/events/record.ts";
import { createWakeLoop } from "#server/platform/work/wake-loop.ts";
import type { Work } from "#server/engine/work.ts";

/** Wraps the toys, each by itself, when it is woken for them. */
export const wrapping: Work = {
  name: "wrapping",
  start: (services) =>
    createWakeLoop(services, {
      name: "wrapping",
      due: sql`false`,
      async round() {
        const one = sql`select id from toys where not wrapped limit 1 for update skip locked`;
        const told = recorded(sql`wrapped w`, {
          type: "toy.wrapped",
          team: sql`w.team_id`,
          actor: { kind: "service" },
          subject: sql`w.id`,
          data: { letters: sql`length(w.name)` },
        });
        const { rowCount } = await services.store.db.execute(sql`
          with wrapped as (update toys set wrapped = true where id in (${one}) returning *) ${told}`);
        return rowCount === 1;
      },
    }),
};
