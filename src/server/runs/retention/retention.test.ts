import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTeamApiKey } from "#contract/teams/api-keys.ts";
import { type WorkDays, getRetention, usualRetention, previewRetention, updateRetention } from "#contract/teams/retention.ts";
import { type AgedRun, type Gone, type Planted, afterRemoval, plantRuns } from "#server/testing/aged-runs.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { nothingWaits, removeByAge } from "./sweep.ts";
import { proves } from "#server/testing/proves.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const waiting = nothingWaits();
const sweep = () => removeByAge(service.app.services, { closed: () => false, waiting });

describe("the setting", () => {
  const params = () => ({ orgId: service.organizationId });

  it("keeps everything, the audit log for a year, until an administrator of the organization says otherwise", async () => {
    const untouched = { ...usualRetention, updated_at: null, updated_by: null, updated_by_name: null };
    expect(await service.ok(getRetention, { params: params() }, { as: "member" })).toEqual({ retention: untouched });
    await service.ok(updateRetention, { params: params(), body: {} }, { as: "director" });
    expect(await service.ok(getRetention, { params: params() })).toEqual({ retention: untouched });
    const { retention } = await service.ok(updateRetention, { params: params(), body: { runs: 400 } }, { as: "director" });
    expect(retention).toMatchObject({ runs: 400, sandboxes: null, updated_by: service.ids.director, updated_by_name: "director" });
    await service.ok(
      updateRetention,
      { params: params(), body: { runs: null, sandboxes: 30, verdicts: 7, case_events: 365 } },
      { as: "director" },
    );
    expect(await service.ok(getRetention, { params: params() })).toMatchObject({
      retention: { runs: null, sandboxes: 30, verdicts: 7, case_events: 365 },
    });
  });

  it("is not changed with a key of one team, whoever made it", async () => {
    const { key } = await service.ok(
      createTeamApiKey,
      { params: { teamId: service.teamId }, body: { name: "One team" } },
      { as: "director" },
    );
    const as = { key };
    await service.ok(getRetention, { params: params() }, { as });
    await service.fails(updateRetention, { params: params(), body: { runs: 7 } }, "forbidden", { as });
    await service.fails(previewRetention, { params: params() }, "forbidden", { as });
    await service.fails(getRetention, { params: params() }, "not_found", { as: "stranger" });
    await service.fails(updateRetention, { params: params(), body: { runs: 7 } }, "not_found", { as: "stranger" });
    await service.fails(previewRetention, { params: params() }, "not_found", { as: "stranger" });
  });
});

it("goes portion by portion, from where it was cut off, by what the setting says then, and by one process at a time", async () => {
  await service.pool.query("delete from organization_retention");
  const old: AgedRun = { age: 100, parent: null, sandbox: null, tie: null };
  const planted = await plantRuns(
    service.pool,
    Array.from({ length: 250 }, () => old),
    0,
  );
  const params = { orgId: planted.organizationId };
  await allow(planted, { ...usualRetention, runs: 30 });
  const left = async () =>
    (await service.pool.query<{ n: number }>("select count(*)::int as n from runs where team_id = $1", [planted.teamId])).rows[0]?.n;

  const other = await service.pool.connect();
  await other.query("begin; select pg_advisory_xact_lock(hashtext('retention'))");
  await sweep();
  expect([await left(), waiting.runs]).toEqual([250, 250]);
  await other.query("commit");
  other.release();

  let portions = 0;
  await removeByAge(service.app.services, { closed: () => portions++ > 0, waiting });
  expect([await left(), waiting.runs]).toEqual([50, 50]);
  await service.ok(updateRetention, { params, body: { runs: null } }, { as: "director" });
  await sweep();
  expect([await left(), waiting.runs]).toEqual([50, 0]);
  await service.ok(updateRetention, { params, body: { runs: 30 } }, { as: "director" });
  await sweep();
  expect([await left(), waiting.runs]).toEqual([0, 0]);
});

const ages = fc.option(fc.constantFrom(3, 29, 30, 89, 90, 200), { freq: 6 });
const some = fc.constantFrom(null, 30, 90);
const world = fc.record({
  runs: fc.array(
    fc.record({
      age: ages,
      parent: fc.option(fc.nat(20), { freq: 2 }),
      sandbox: fc.option(fc.nat(5), { freq: 3 }),
      tie: fc.option(fc.constantFrom("evaluation", "delivery", "case", "case evaluation", "approvals", "generation"), { freq: 2 }),
    }),
    { minLength: 1, maxLength: 20 },
  ),
  days: fc.record({ runs: some, sandboxes: some, verdicts: some, case_events: some }),
});

/** What has to go, worked out without the store. */
function expected(runs: readonly AgedRun[], days: WorkDays) {
  const parentOf = (run: AgedRun) => (run.parent === null ? undefined : runs[run.parent]);
  const generation = runs.find((run) => run.tie === "generation");
  const held = (run: AgedRun) =>
    (run.tie !== null && (run.tie !== "generation" || run === generation)) ||
    parentOf(run)?.age === null ||
    runs.some((other) => other.age === null && parentOf(other) === run);
  const over = (run: AgedRun, limit: number | null) => limit !== null && run.age !== null && run.age >= limit;
  const goes = (run: AgedRun) => over(run, days.runs) && !held(run);
  const sandboxGoes = (_: unknown, sandbox: number) => {
    const users = runs.filter((run) => run.sandbox === sandbox);
    return users.length > 0 && users.every((run) => goes(run) || over(run, days.sandboxes));
  };
  const closed = ({ tie }: AgedRun) => tie !== "case" && tie !== "case evaluation";
  return {
    runs: runs.map(goes),
    sandboxes: Array.from({ length: 6 }, sandboxGoes),
    verdictsOfRuns: runs.map((run) => over(run, days.verdicts) && run.tie !== "evaluation"),
    verdictsOfCases: runs.map((run) => over(run, days.verdicts) && closed(run)),
    histories: runs.map((run) => over(run, days.case_events) && closed(run)),
  };
}

it("removes exactly what was previewed, and nothing else changes", async () => {
  const property = fc.asyncProperty(world, async ({ runs: given, days }) => {
    const runs = given.map((run, i): AgedRun => ({ ...run, parent: run.parent !== null && run.parent < i ? run.parent : null }));
    const planted = await plantRuns(service.pool, runs, 6);
    const due = expected(runs, days);
    const names = (of: readonly string[], which: readonly boolean[]) => of.filter((_, i) => which[i]);
    const gone: Gone = {
      runs: names(planted.runs, due.runs),
      sandboxes: names(planted.sandboxes, due.sandboxes),
      verdicts: [...names(planted.runs, due.verdictsOfRuns), ...names(planted.cases, due.verdictsOfCases)],
      histories: names(planted.cases, due.histories),
    };
    // Four events each; every second case failed and keeps the last.
    const events = gone.histories.reduce((sum, id) => sum + 4 - (planted.cases.indexOf(id) % 2), 0);
    await allow(planted, days);
    const query = Object.fromEntries(Object.entries(days).filter(([, n]) => n !== null));
    const { preview } = await service.ok(previewRetention, { params: { orgId: planted.organizationId }, query }, { as: "director" });
    expect(preview).toMatchObject({
      runs: { count: gone.runs.length },
      sandboxes: { count: gone.sandboxes.length, bytes: gone.sandboxes.length * 30 },
      verdicts: { count: gone.verdicts.length },
      case_events: { count: events, cases: gone.histories.length },
    });
    await eventsAreRead();
    const before = await contents();
    for (const kind of ["runs", "sandboxes", "verdicts", "histories"] as const) seen[kind] += gone[kind].length;
    await sweep();
    const after = await contents();
    const orphans = gone.sandboxes.flatMap((id) => [1, 2, 3].map((n) => `sandboxes/${id}/${n}`));
    for (const [table, rows] of before) {
      if (table === "orphaned_objects") continue;
      const left = rows.map((row) => afterRemoval(table, row, gone)).filter((row) => row !== undefined);
      expect(asText(after.get(table) ?? []), table).toEqual(asText(left));
    }
    const keys = (of: typeof before) => (of.get("orphaned_objects") ?? []).map((row) => String(row.object_key));
    expect(keys(after).toSorted()).toEqual([...keys(before), ...orphans].toSorted());
    await totalsHold(planted);
  });
  const seen = { runs: 0, sandboxes: 0, verdicts: 0, histories: 0 };
  await proves(property, {
    numRuns: Number(process.env.FUZZ_RUNS ?? 8),
    endOnFailure: true,
    examples: [
      // Of a shared sandbox, one run goes, and the run that is held back ended before the days of sandboxes: its files are nobody's then.
      [
        {
          runs: [
            { age: 30, parent: null, sandbox: 0, tie: null },
            { age: 90, parent: null, sandbox: 0, tie: "delivery" },
          ],
          days: { runs: 30, sandboxes: 90, verdicts: null, case_events: null },
        },
      ],
      // A world of which something surely goes, whatever the others are.
      [{ runs: [{ age: 200, parent: null, sandbox: 0, tie: null }], days: { runs: 30, sandboxes: null, verdicts: 90, case_events: 90 } }],
    ],
  });
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
});

/** The director may manage the organization, which keeps things for so long. */
async function allow({ organizationId }: Planted, days: WorkDays): Promise<void> {
  await service.pool.query("insert into organization_members (organization_id, user_id, role) values ($1, $2, 'organization:admin')", [
    organizationId,
    service.ids.director,
  ]);
  await service.ok(updateRetention, { params: { orgId: organizationId }, body: days }, { as: "director" });
}

/** What follows from the events of the plants is written. */
async function eventsAreRead(): Promise<void> {
  const unread = "select count(*)::int as n from events e join event_cursors c on (e.tx, e.id) > (c.tx, c.id)";
  const count = async () => (await service.pool.query<{ n: number }>(unread)).rows[0]?.n;
  await expect.poll(count, { interval: 20 }).toBe(0);
}

type Row = Record<string, unknown>;

/** Tables that change without anybody asking: counters, cursors, and seals, which come each minute. */
const background = ["quota", "workers", "event_cursors", "run_counts", "case_counts", "storage_counts", "audit_keys", "audit_seals"];

/** Every row of every table. */
async function contents(): Promise<Map<string, readonly Row[]>> {
  const { rows: tables } = await service.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const all = new Map<string, readonly Row[]>();
  for (const { name } of tables) {
    if (background.includes(name)) continue;
    const { rows } = await service.pool.query<{ row: Row }>(`select to_jsonb(t) - 'last_used_at' as row from "${name}" t`);
    all.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return all;
}

const asText = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row)).toSorted();

/** Totals of lists count what is there; bytes stored are those of what is there; the next run's number does not fall back. */
async function totalsHold({ teamId, agentId }: Planted): Promise<void> {
  const { rows } = await service.pool.query(
    `select (select coalesce(sum(n), 0) from run_counts where scope = $1)::int as counted, (select count(*) from runs where team_id = $1::uuid)::int as runs,
       (select coalesce(sum(n), 0) from run_counts where scope = $2)::int as of_agent,
       (select coalesce(sum(n), 0) from storage_counts where scope = 'team:' || $1)::int as stored, (select coalesce(sum(bytes), 0) from sandboxes where team_id = $1::uuid)::int as bytes`,
    [teamId, `${teamId}:${agentId}`],
  );
  const { counted, runs, of_agent, stored, bytes } = rows[0] as Record<string, number>;
  expect({ counted, of_agent, stored }).toEqual({ counted: runs, of_agent: runs, stored: bytes });
}
