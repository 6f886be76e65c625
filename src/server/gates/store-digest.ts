import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { everyMinute } from "#server/engine/work.ts";
import type { TestService } from "#server/testing/service.ts";
import { comes } from "#server/testing/patience/comes.ts";

/** The engine of a service whose store is compared: what was deleted is not swept away in the middle of it, however long a machine takes. */
export const withoutSweeps = { rarestSweepMs: everyMinute } as const;

/** Tables that change without anybody asking: bookkeeping in the background. */
const background = new Set([
  "audit_changes",
  "audit_entries",
  "audit_keys",
  "audit_seals",
  "case_counts",
  "event_cursors",
  "quota",
  "run_counts",
  "storage_counts",
  "webhook_deliveries",
  "workers",
]);

/** That somebody was refused is written down, and is all that a refusal writes. */
const but: Readonly<Record<string, string>> = { events: " where t.type <> 'user.refused'" };

/**
 * A digest of every table and of the names of the stored objects. Two equal digests: nothing was changed in between. Rows are told apart by
 * their version, which every write changes and which costs nothing to read; by their values where using them notes the time.
 */
export async function storeDigest(service: TestService): Promise<Record<string, string>> {
  digests ??= ofEachTable(service, ({ name, noted }) => {
    const row = noted ? "hashtextextended((to_jsonb(t) - 'last_used_at')::text, 0)" : "hashtidextended(t.ctid, t.xmin::text::bigint)";
    return `select '${name}' as name, count(*) || ' rows, ' || coalesce(bit_xor(${row}), 0) as digest`;
  });
  // Under a name: to plan it takes longer than to run it.
  const { rows } = await service.pool.query<{ name: string; digest: string }>({ name: "store-digest", text: await digests });
  return { ...Object.fromEntries(rows.map((r) => [r.name, r.digest])), objects: await objectNames(service) };
}

/** How many rows and stored objects there are. */
export async function storedThings(service: TestService): Promise<number> {
  counts ??= ofEachTable(service, () => "select count(*)::int as n");
  const { rows } = await service.pool.query<{ n: number }>({ name: "stored-things", text: await counts });
  return rows.reduce((sum, { n }) => sum + n, (await objectFiles(service)).length);
}

/** The tables are the same in every store of the tests. */
let digests: Promise<string> | undefined;
let counts: Promise<string> | undefined;

interface Table {
  readonly name: string;
  /** Whether using a row of it notes the time. */
  readonly noted: boolean;
}

/** One statement that asks the same of every table. */
async function ofEachTable(service: TestService, what: (table: Table) => string): Promise<string> {
  const { rows: tables } = await service.pool.query<Table>(
    `select t.tablename as name, exists (select from information_schema.columns c
       where c.table_schema = 'public' and c.table_name = t.tablename and c.column_name = 'last_used_at') as noted
     from pg_tables t where t.schemaname = 'public' order by 1`,
  );
  if (tables.length < 10) throw new Error("the store has no tables to compare");
  return tables
    .filter(({ name }) => !background.has(name))
    .map((table) => `${what(table)} from "${table.name}" t${but[table.name] ?? ""}`)
    .join(" union all ");
}

async function objectNames(service: TestService): Promise<string> {
  const names = await objectFiles(service);
  return `${names.length} names, ${createHash("md5").update(names.toSorted().join("\n")).digest("hex")}`;
}

function objectFiles(service: TestService): Promise<string[]> {
  return readdir(join(service.app.services.config.dataDir, "objects"), { recursive: true }).catch(() => []);
}

/** Waits until neither a run, a builder run, a judge, a job, a pass of a landscape nor an event trigger is at work and everybody is told of it, so that only requests change the store. */
export async function quiet(service: TestService): Promise<void> {
  // The tool that an example exports to is not there: the next try, and the notice of its end, would come in the middle of some later request.
  await service.pool.query(
    "update clarity_exports set next_attempt_at = now() + interval '1 day' where status = 'running' and worker_id is null and next_attempt_at > now()",
  );
  // An example's schedule of each hour would be due in the middle of some later request.
  await service.pool.query(
    "update schedules set next_fire_at = next_fire_at + interval '1 day' where next_fire_at < now() + interval '2 hours'",
  );
  let busy: number | undefined;
  const look = async () => {
    const { rows } = await service.pool.query<{ busy: number }>({
      name: "quiet",
      text: `select ((select count(*) from runs where status in ('not_started', 'pending', 'starting', 'running'))
        + (select count(*) from builder_runs where status in ('not_started', 'running'))
        + (select count(*) from artifact_turns where status = 'not_started' or (status = 'running' and (worker_id is not null or next_attempt_at <= now())))
        + (select count(*) from case_evaluations where status = 'in_progress')
        + (select count(*) from case_jobs where status = 'running')
        + (select count(*) from clarity_passes where status in ('starting', 'running'))
        + (select count(*) from clarity_generations where worker_id is not null or coalesce(next_attempt_at, now()) <= now())
        + (select count(*) from clarity_exports where status = 'queued' or (status = 'running' and (worker_id is not null or next_attempt_at <= now())))
        + (select count(*) from team_jobs where status = 'running')
        + (select count(*) from trigger_events where matched_at is null)
        + (select count(*) from trigger_matches where next_attempt_at <= now())
        + (select count(*) from events e join event_cursors c on (e.tx, e.id) > (c.tx, c.id)))::int as busy`,
    });
    busy = rows[0]?.busy;
    return busy === 0 || undefined;
  };
  await comes("The end of all runs and jobs", look, { restMs: 15, seen: () => busy });
}
