import type { ClientBase } from "pg";
import { latestMigration, type Migration } from "./migrations.ts";
import { StartRefusal } from "./start-refusal.ts";

/** What a store asks of those who work with it: one row. */
export const needsTable = `create table if not exists drizzle.needs (
  only_row boolean primary key default true check (only_row), migration bigint not null, tag text not null, version text not null)`;

interface Needs {
  /** The place of the migration that one has to know. */
  readonly migration: number;
  readonly tag: string;
  /** The version that said so. */
  readonly version: string;
}

/** The latest migration that any of these says one has to know. Undefined: whoever knows the first works with all. */
function neededOf(migrations: readonly Migration[]): Migration | undefined {
  const places = new Map(migrations.map((of) => [of.tag, of]));
  const needed = migrations.flatMap((of) => {
    if (of.needs === undefined) return [];
    const found = places.get(of.needs);
    if (!found) throw new Error(`The migration ${of.tag} needs ${of.needs}, which is none.`);
    return [found];
  });
  return needed.toSorted((a, b) => a.when - b.when).at(-1);
}

/** Says in the store what it asks of others, before it is changed. What a later version has said stays. */
export async function noteNeeds(client: ClientBase, migrations: readonly Migration[], version: string): Promise<void> {
  const [first] = migrations;
  const needed = neededOf(migrations) ?? first;
  if (!needed) return;
  await client.query(
    `insert into drizzle.needs as n (migration, tag, version) values ($1, $2, $3)
     on conflict (only_row) do update set migration = excluded.migration, tag = excluded.tag, version = excluded.version
     where n.migration < excluded.migration`,
    [needed.when, needed.tag, version],
  );
}

/** A store that a later version changed is known to work with this one only where that version said so. */
export async function refuseNewer(client: ClientBase, migrations: readonly Migration[], last: number, version: string): Promise<void> {
  const latest = migrations.at(-1)?.when ?? 0;
  if (last <= latest) return;
  const { rows: tables } = await client.query("select from pg_tables where schemaname = 'drizzle' and tablename = 'needs'");
  const { rows } =
    tables.length > 0 ? await client.query<Needs>("select migration::float8, tag, version from drizzle.needs") : { rows: [] };
  const [needs] = rows;
  if (needs && needs.migration <= latest) return;
  throw new StartRefusal(
    needs
      ? `Version ${needs.version} changed this store, and from then on it needs a version that knows the migration ${needs.tag}. ` +
          `This is version ${version}. Start version ${needs.version} or a later one.`
      : `A later version changed this store, and did not say that version ${version} works with it. Start that version or a later one.`,
  );
}

/** A condition of the store that this process knows nothing of what it needs: a later version has changed it since the start. */
export const isNewer = `exists (select from drizzle.needs where migration > ${latestMigration().when})`;
