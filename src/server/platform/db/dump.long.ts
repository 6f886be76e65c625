import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { expect, it } from "vitest";
import { getFileContent, updateFileContent } from "#contract/library/files.ts";
import { listTeamRuns, startTeamRun } from "#contract/runs/runs.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { tablesWithObjects } from "#server/library/room/unconfirmed-objects.ts";
import { createFolderStore } from "#server/platform/objects/folder-store.ts";
import { startDumpableServer } from "#server/testing/dumpable-server.ts";
import { report, scaled, until } from "#server/testing/proof.ts";
import { createDataDir, createServiceProcess } from "#server/testing/service-process.ts";
import { startTraffic } from "#server/testing/traffic.ts";

/** Every row of every table as a digest, and every definition, by what it is of. */
async function whole(store: pg.ClientBase): Promise<Map<string, string>> {
  await store.query("set local search_path = ''; set local timezone = 'UTC'");
  const { rows: tables } = await store.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'drizzle') order by 1",
  );
  const found = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await store.query<{ digest: string }>(
      `select count(*) || ' rows ' || md5(coalesce(string_agg(row, '' order by row), '')) as digest from (select md5(t::text) as row from ${name} t) r`,
    );
    found.set(name, rows[0]?.digest ?? "");
  }
  const { rows: definitions } = await store.query<{ name: string; text: string }>(`
    select 'function ' || oid::regprocedure as name, pg_get_functiondef(oid) as text from pg_proc where pronamespace = 'public'::regnamespace
    union all select 'trigger ' || tgname || ' on ' || tgrelid::regclass, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select 'index ' || indexrelid::regclass, pg_get_indexdef(indexrelid) from pg_index
      where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    union all select 'constraint ' || conname || ' on ' || conrelid::regclass, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 't'
    union all select 'column ' || attname || ' of ' || attrelid::regclass, format_type(atttypid, atttypmod) || attnotnull || coalesce(pg_get_expr(adbin, adrelid), '')
      from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped and relnamespace = 'public'::regnamespace and relkind = 'r'`);
  for (const { name, text } of definitions) found.set(name, text);
  return found;
}

async function objectKeys(store: pg.ClientBase): Promise<string[]> {
  const each = tablesWithObjects.map((table) => `select object_key as key from public.${table} where object_key is not null`);
  return (await store.query<{ key: string }>(each.join(" union "))).rows.map(({ key }) => key);
}

it("a dump under traffic restores every row, and with the files copied after it every byte", { timeout: 3_600_000 }, async () => {
  const server = await startDumpableServer();
  const dataDir = await createDataDir();
  const { database, ...connection } = await server.createDatabase("lived_in");
  const service = await createServiceProcess({ DATA_DIR: dataDir, DATABASE_URL: server.urlOf(database), SECRETS_KEY: "5".repeat(64) });
  await service.start();
  const traffic = await startTraffic(service);
  const source = new pg.Client({ ...connection, database });
  await source.connect();
  let [tables, rows, keys] = [0, 0, 0];
  const restored = await createDataDir();
  const rounds = scaled(20);
  try {
    for (let round = 1; round <= rounds; round++) {
      const before = traffic.requests();
      await until(async () => traffic.requests() > before + 100, 60_000, "a hundred more requests");
      await source.query("begin isolation level repeatable read");
      const { rows: exported } = await source.query<{ name: string }>("select pg_export_snapshot() as name");
      const file = join(restored, `${round}.dump`);
      await server.dump(database, exported[0]?.name ?? "", file);
      await rm(join(restored, "objects"), { recursive: true, force: true });
      // Files come and go while they are copied: bytes stay for an hour after the last row that names them.
      await cp(join(dataDir, "objects"), join(restored, "objects"), {
        recursive: true,
        filter: (path) => !/\/objects\/\.(?!installation$)/.test(path),
      });
      const expected = await whole(source);
      await source.query("commit");

      const copy = new pg.Client(await server.createDatabase(`copy_${round}`));
      await server.restore(file, `copy_${round}`);
      await copy.connect();
      await copy.query("begin");
      expect(await whole(copy)).toEqual(expected);
      const objects = createFolderStore(restored);
      const named = await objectKeys(copy);
      const found = await Promise.all(named.map((key) => objects.exists(key)));
      expect(named.filter((_, i) => !found[i])).toEqual([]);
      await copy.query("commit");
      await copy.end();
      const digests = [...expected].filter(([name]) => /^(public|drizzle)\./.test(name));
      [tables, keys] = [digests.length, named.length];
      rows = digests.reduce((sum, [, digest]) => sum + Number.parseInt(digest, 10), 0);
    }
    await traffic.stop();
    expect(traffic.failed).toEqual([]);
    report(
      `${rounds} dumps in ${traffic.requests()} requests; in the last one ${tables} tables, ${rows} rows, ${keys} objects; all equal, 0 rows without bytes`,
    );

    const again = await createServiceProcess({
      DATA_DIR: restored,
      DATABASE_URL: server.urlOf(`copy_${rounds}`),
      SECRETS_KEY: "5".repeat(64),
      PAUSED: "false",
    });
    await again.start();
    const params = { teamId: (await again.call(listMyTeams, {})).teams[0]?.id ?? "" };
    const { data: runs } = await again.call(listTeamRuns, { params, query: { limit: 1 } });
    expect(runs).toHaveLength(1);
    await again.call(startTeamRun, { params, body: { agent_id: runs[0]?.agent_id ?? "" } });
    expect((await again.call(getFileContent, { params: { ...params, path: "busy/1.txt" } })).content).toContain("text");
    await again.call(updateFileContent, { params: { ...params, path: "busy/1.txt" }, body: { content: "restored" } });
    await again.end("SIGTERM");
  } finally {
    await traffic.stop();
    await source.end();
    await service.end("SIGTERM");
    await server.close();
    for (const folder of [dataDir, restored]) await rm(folder, { recursive: true, force: true });
  }
});
