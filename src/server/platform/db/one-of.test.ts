import { globSync } from "node:fs";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { is } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestService, startService } from "#server/testing/service.ts";

const server = new URL("../../", import.meta.url).pathname;
let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

/** Their words are not a list of the contract: the jobs of an area, the parts of a sample, what a start was caused by, a webhook came to and totals count, what a person is in a process, and a library's. */
const open = [
  "team_jobs.kind",
  "runs.source",
  "webhook_deliveries.status",
  "run_counts.status",
  "case_counts.status",
  "storage_counts.kind",
  "case_labels.kind",
  "sample_parts.kind",
  "clarity_people.role",
  "oauth_records.kind",
];

it("the store takes the words of the contract in each column that has a list of them, and no other", async () => {
  const modules = await Promise.all(
    globSync("**/*.table.ts", { cwd: server }).map((file) => import(`${server}${file}`) as Promise<object>),
  );
  const columns = modules
    .flatMap((module) => Object.values(module).filter((value): value is PgTable => is(value, PgTable)))
    .flatMap((table) => getTableConfig(table).columns.map((column) => ({ of: `${getTableConfig(table).name}.${column.name}`, column })));
  const listed = columns.filter(({ column }) => column.enumValues?.length);
  expect(listed.length).toBeGreaterThan(25);

  const { rows } = await service.pool.query<{ of: string; rule: string }>(`
    select conrelid::regclass || '.' || a.attname as of, pg_get_constraintdef(c.oid) as rule
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where contype = 'c' and conname = a.attname || '_word' and convalidated`);
  const held = rows.map(({ of, rule }) => [of, [...rule.matchAll(/'([^']*)'::text/g)].map(([, word]) => word)]);
  expect(Object.fromEntries(held)).toEqual(Object.fromEntries(listed.map(({ of, column }) => [of, column.enumValues])));

  const named = columns.filter(
    ({ of, column }) => column.dataType === "string" && /\.(status|state|kind|role|outcome|decision|delivery|source)$/.test(of),
  );
  expect(
    named
      .map(({ of }) => of)
      .filter((of) => !listed.some((one) => one.of === of))
      .toSorted(),
  ).toEqual(open.toSorted());
});
