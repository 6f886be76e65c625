import { sql } from "drizzle-orm";
import type { EngineContext } from "#server/engine/engine-port.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import type * as contract from "./toys.contract.ts";
import { wrapping } from "./wrapping.ts";

interface Row extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly wrapped: boolean;
}

export const toyHandlers: Handlers<typeof contract, EngineContext> = {
  async listToys(_input, { db, team }) {
    return { toys: (await db.execute<Row>(sql`select id, name, wrapped from toys where team_id = ${team.id} order by name`)).rows };
  },

  async createToy({ body: { name } }, { db, team, engine, afterCommit }) {
    const id = newId();
    await db.execute(sql`insert into toys (id, team_id, name) values (${id}, ${team.id}, ${name})`);
    afterCommit(() => engine.wake(wrapping));
    return { id, name, wrapped: false };
  },

  async deleteToys(_input, { db, team }) {
    await db.execute(sql`delete from toys where team_id = ${team.id}`);
    return null;
  },
};
