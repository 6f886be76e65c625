import { setTimeout as sleep } from "node:timers/promises";
import type { ClientBase } from "pg";
import { lockedTables } from "./locked-tables.ts";
import { bareOf } from "./sql-statements.ts";
import { StartRefusal } from "./start-refusal.ts";

/** Does statements and notes that they are done, all of it or nothing. */
export type TakeStep = (client: ClientBase, statements: readonly string[], note: () => Promise<unknown>) => Promise<void>;

/**
 * How long all locks of a step may be waited for, in milliseconds. Requests wait behind whoever waits. It is half of the second after which
 * PostgreSQL looks for deadlocks: a step that waits for a request that waits for the step gives way before either is ended.
 */
const locksMs = 500;
/** Nothing that a step locked in advance is waited for again. */
const unforeseenMs = 100;
/** Long enough for PostgreSQL to end its sweeper, which it does after a second, for whoever waits. */
const sweeperMs = 5_000;
const mostTries = 40;
/** Between two tries, in milliseconds: requests come through. */
const restMs = { least: 50, most: 2_000 };

/** A lock was not to be had, two waited for each other, or the locks of the step took too long. */
const again = new Set(["55P03", "40P01", "57014"]);

/** Something else holds a table that a start has to change, for longer than the start tries. */
class TablesInUse extends StartRefusal {
  override readonly name = "TablesInUse";
}

/** In the transaction in which a store is made: nobody else is there. */
export const takeWithin: TakeStep = async (client, statements, note) => {
  for (const statement of statements) await client.query(isConcurrent(statement) ? statement.replace(/ concurrently/i, "") : statement);
  await note();
};

/** Beside processes that serve requests. */
export const takeBeside: TakeStep = async (client, statements, note) => {
  for (let tries = 1; ; tries++) {
    try {
      return await (statements.some(isConcurrent) ? takeOutside : takeInTransaction)(client, statements, note);
    } catch (error) {
      if (!again.has((error as { code?: string }).code ?? "")) throw error;
      if (tries === mostTries) throw inUse(error);
      await sleep(Math.random() * Math.min(restMs.most, restMs.least * 2 ** tries));
    }
  }
};

const takeInTransaction: TakeStep = async (client, statements, note) => {
  const tables = await lockedTables(client, statements);
  const names = tables.map(({ name }) => name).join(", ");
  await client.query("begin");
  try {
    if (names) {
      // Keeps the sweeper out first, and no request: it holds a large table for minutes.
      await client.query(`set local lock_timeout = ${sweeperMs}`);
      await client.query(`lock table ${names} in share update exclusive mode`);
      await client.query(`set local statement_timeout = ${locksMs}`);
      await client.query(tables.map(({ name, mode }) => `lock table ${name} in ${mode} mode`).join("; "));
    }
    await client.query(`set local statement_timeout = 0; set local lock_timeout = ${unforeseenMs}`);
    for (const statement of statements) await client.query(statement);
    await note();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
};

/** Indexes that are made while requests go on. What was cut off leaves an index that is never used: it is made again. */
const takeOutside: TakeStep = async (client, statements, note) => {
  for (const statement of statements) {
    const [, name] = /^create (?:unique )?index concurrently (?:if not exists )?(\w+)/i.exec(bareOf(statement)) ?? [];
    if (!name) {
      await client.query(statement);
      continue;
    }
    const { rows } = await client.query<{ indisvalid: boolean }>("select indisvalid from pg_index where indexrelid = to_regclass($1)", [
      `public."${name}"`,
    ]);
    if (rows[0]?.indisvalid) continue;
    if (rows[0]) await client.query(`drop index concurrently public."${name}"`);
    await client.query(statement);
  }
  await note();
};

function isConcurrent(statement: string): boolean {
  return /^(create (unique )?|drop )index concurrently/i.test(bareOf(statement));
}

function inUse(cause: unknown): TablesInUse {
  return new TablesInUse(
    "Another transaction holds tables that this start has to change, such as a backup. Start again when it has ended: " +
      "what is changed so far stays, and processes of the earlier version work with it.",
    { temporary: true, cause },
  );
}
