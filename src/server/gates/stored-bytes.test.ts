import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

/** Tables whose bytes triggers of their own add up in a row of another. */
const parts: Record<string, string> = { file_versions: "files", sandbox_files: "sandboxes", skill_files: "skills" };
/** One names what is about to go, the other says how large something was. */
const elsewhere = ["orphaned_objects", "file_changes"];

test("every table that names bytes of the object store is counted and bounded with every way its rows change", async () => {
  const { rows: tables } = await service.pool.query<{ name: string }>(
    `
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('object_key', 'size_bytes', 'pieces') and table_name <> all ($1)`,
    [elsewhere],
  );
  const { rows: triggers } = await service.pool.query<{ name: string; event: string; does: string }>(`
    select event_object_table as name, event_manipulation as event, action_statement as does from information_schema.triggers`);
  const counted = (name: string, by: RegExp) => triggers.filter((t) => t.name === name && by.test(t.does)).map((t) => t.event);
  expect(tables.length).toBeGreaterThanOrEqual(7);
  for (const { name } of tables) {
    const whole = parts[name];
    if (whole) expect(counted(name, /weigh_/), name).toEqual(expect.arrayContaining(["INSERT", "DELETE"]));
    expect(counted(whole ?? name, /count_stored/), whole ?? name).toEqual(expect.arrayContaining(["INSERT", "UPDATE", "DELETE"]));
  }
});
