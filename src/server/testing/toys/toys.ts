import { sql } from "drizzle-orm";
import type { EngineContext } from "#server/engine/engine-port.ts";
import { newId } from "#server/platform/db/columns.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import type * as contract from "./toys.contract.ts";
import { paintJobs } from "./painting.ts";
import { wrapping } from "./wrapping.ts";

interface Row extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly wrapped: boolean;
  readonly color: string | null;
  readonly refused: string | null;
}

export const toyHandlers: Handlers<typeof contract, EngineContext> = {
  async listToys({ query: { limit, offset, search = "", wrapped, sort_by, sort_order } }, { db, team }) {
    const fits = sql`team_id = ${team.id} and strpos(lower(name), lower(${search})) > 0 and wrapped = coalesce(${wrapped ?? null}::boolean, wrapped)`;
    const order = sql`${sql.identifier(sort_by)} ${sql.raw(sort_order)} nulls last, id`;
    const page = sql`select id, name, wrapped, color, refused from toys where ${fits} order by ${order} limit ${limit} offset ${offset}`;
    return inSnapshot(db, async (at) => {
      const [{ rows: toys }, { rows: counted }] = await Promise.all([
        at.execute<Row>(page),
        at.execute<{ total: number }>(sql`select count(*)::int as total from toys where ${fits}`),
      ]);
      return { toys, total: counted[0]?.total ?? 0 };
    });
  },

  async createToy({ body: { name } }, { db, team, engine, afterCommit }) {
    const id = newId();
    await db.execute(sql`insert into toys (id, team_id, name) values (${id}, ${team.id}, ${name})`);
    afterCommit(() => engine.wake(wrapping));
    return { id, name, wrapped: false, color: null, refused: null };
  },

  async renameToy({ params: { toy_id }, body: { name } }, { db }) {
    const renamed = sql`update toys set name = ${name} where id = ${toy_id} returning id, name, wrapped, color, refused`;
    const [toy] = (await db.execute<Row>(renamed)).rows;
    if (!toy) throw refuse("not_found");
    return toy;
  },

  async paintToys({ body: { color } }, { db, team, engine, afterCommit }) {
    const id = newId();
    await db.execute(sql`insert into paint_jobs (id, team_id, color, status) values (${id}, ${team.id}, ${color}, 'running')`);
    afterCommit(() => engine.wake(paintJobs));
    return { id };
  },

  async deleteToys(_input, { db, team }) {
    await db.execute(sql`delete from toys where team_id = ${team.id}`);
    return null;
  },
};
