import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase } from "#server/testing/database.ts";

// Whoever copies or moves a store does so without a `search_path`: pg_dump, pg_restore, pg_upgrade, logical replication. A name without a
// schema names nothing there, and the table whose column or index needs it is lost.
let store: pg.Client;

beforeAll(async () => {
  store = new pg.Client(await createDatabase());
  await store.connect();
  await store.query("set search_path = ''");
});
afterAll(() => store.end());

async function each<Row extends pg.QueryResultRow>(query: string): Promise<Row[]> {
  return (await store.query<Row>(query)).rows;
}

/** The first words of what a statement fails with; nothing when it works. It leaves no trace. */
async function failure(statement: string): Promise<string | undefined> {
  await store.query("begin");
  try {
    await store.query(statement);
    return undefined;
  } catch (error) {
    return `${statement.slice(0, 120)}: ${(error as Error).message}`;
  } finally {
    await store.query("rollback");
  }
}

async function failures(statements: readonly { statement: string }[]): Promise<string[]> {
  const found: string[] = [];
  for (const { statement } of statements) found.push((await failure(statement)) ?? "");
  return found.filter(Boolean);
}

/** Bodies of PL/pgSQL are read when they first run, each statement for itself, so these are looked through. */
function bareNames(body: string, names: { tables: readonly string[]; functions: readonly string[] }): string[] {
  const code = body.replaceAll(/--[^\n]*|'(?:[^']|'')*'/g, " ");
  const bare = (name: string, after: string) => new RegExp(String.raw`(?<![\w.]|\.")"?${name}"?(?!\w)${after}`).test(code);
  return [
    ...names.functions.filter((name) => bare(name, String.raw`\s*\(`)),
    // Before a dot it is the name of a row.
    ...names.tables.filter((name) => bare(name, String.raw`(?!\s*\.)`)),
  ];
}

it("every function finds what it names where no schema is searched", async () => {
  const functions = await each<{ statement: string; name: string; body: string; language: string }>(`
    select pg_get_functiondef(p.oid) as statement, proname as name, prosrc as body, lanname as language
    from pg_proc p join pg_language l on l.oid = prolang where pronamespace = 'public'::regnamespace order by 2`);
  expect(functions.length).toBeGreaterThan(30);
  expect(await failures(functions)).toEqual([]);
  const tables = (
    await each<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')",
    )
  ).map(({ name }) => name);
  const names = { tables, functions: functions.map(({ name }) => name) };
  const bare = functions.filter(({ language }) => language === "plpgsql").map(({ name, body }) => [name, bareNames(body, names)] as const);
  expect(bare.filter(([, found]) => found.length > 0)).toEqual([]);
});

it("every column, index, check and trigger can be made again where no schema is searched", async () => {
  // As a copy of the table has them: by their definitions in the catalog.
  const definitions = await each<{ statement: string }>(`
    select format('select %s from %s limit 1', pg_get_expr(adbin, adrelid), adrelid::regclass) as statement from pg_attrdef d
      join pg_class c on c.oid = adrelid where relnamespace = 'public'::regnamespace
    union all select format('drop index %s; %s', indexrelid::regclass, pg_get_indexdef(indexrelid)) from pg_index
      join pg_class c on c.oid = indrelid where relnamespace = 'public'::regnamespace and (indexprs is not null or indpred is not null)
    union all select format('alter table %s drop constraint %I; alter table %1$s add constraint %2$I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace and contype = 'c' and conrelid <> 0
    union all select format('drop trigger %I on %s; %s', tgname, tgrelid::regclass, pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal`);
  expect(definitions.length).toBeGreaterThan(100);
  expect(await failures(definitions)).toEqual([]);
});

it("every table can be copied where no schema is searched", async () => {
  const tables = await each<{ statement: string }>(`
    select format('create table pg_temp.copy (like %s including all)', oid::regclass) as statement from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`);
  expect(tables.length).toBeGreaterThan(100);
  expect(await failures(tables)).toEqual([]);
});
