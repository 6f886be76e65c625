import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import { expect } from "vitest";
import { getAgentMemoryFile } from "#contract/agents/memory.ts";
import { getFileContent, updateFileContent } from "#contract/library/files.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { createFolderStore } from "#server/platform/objects/folder-store.ts";
import { settleObjects, tablesWithObjects } from "#server/library/room/unconfirmed-objects.ts";
import { python } from "#server/testing/agents.ts";
import { attachQueues } from "#server/testing/cases.ts";
import { type ProofCluster, report, until, withTwo } from "#server/testing/proof.ts";
import type { ServiceProcess } from "#server/testing/service-process.ts";
import { random } from "#server/testing/seed.ts";

const steps = 4;
const agents = 4;

/** Counts in its memory, in a team file, in cases and in its results: what is done twice or not at all shows in one of them. */
const counting = (file: string) => `import caseload, os, time
def kept():
    try: return int(caseload.memory.read("count.md"))
    except caseload.CallError: return 0
os.makedirs("output", exist_ok=True)
for i in range(${steps}):
    n = kept()
    caseload.memory.write("count.md", str(n + 1))
    m = int(caseload.files.read("${file}"))
    caseload.files.write("${file}", str(m + 1))
    caseload.cases.add([{"title": os.environ["RUN_MESSAGE"] + "." + str(i)}])
    open(f"output/{i}.txt", "w").write(f"{n} {m}")
    time.sleep(0.1)
print("counted")`;

/** The processes, the one with the most programs first. */
async function busiestFirst(processes: readonly ServiceProcess[]): Promise<ServiceProcess[]> {
  const held = await Promise.all(processes.map(async (one) => ({ one, held: await one.held() })));
  return held.toSorted((a, b) => b.held - a.held).map(({ one }) => one);
}

/** The two processes are killed at any moment while programs count, so many times together. Every count is exact, and bytes are named by rows. */
export function countThroughKills(kills: number): Promise<void> {
  return withTwo([{}, {}], async (cluster) => {
    const { processes, pool, first, teamId, agent, start } = cluster;
    const { queue } = await first.call(createQueue, { params: { teamId }, body: { name: "Counted" } });
    const made = await Promise.all(
      Array.from({ length: agents }, async (_, i) => {
        const file = `count-${i}.txt`;
        await first.call(updateFileContent, { params: { teamId, path: file }, body: { content: "0" } });
        const one = await agent(`Counter ${i}`, python(counting(file), { files: [file] }));
        await attachQueues(first.call, teamId, one, { produces: [queue.id] });
        return { id: one.id, file };
      }),
    );
    const runs: string[] = [];
    const began = performance.now();
    for (let kill = 0; kill < kills;) {
      // One run of each agent at a time: two of them would count over each other.
      const started = await Promise.all(made.map(({ id }, i) => start(id, { message: `r${kill}a${i}` })));
      runs.push(...started);
      await sleep(2_000 * random());
      const starting: Promise<void>[] = [];
      // A program is begun three times at most, so whoever takes it up may be killed too.
      for (const victim of (await busiestFirst(processes)).slice(0, kills - kill)) {
        if (starting.length > 0) await sleep(2_000 * random());
        const pid = victim.pid();
        await victim.end("SIGKILL");
        // Nobody waits for its lease.
        await pool.query("update workers set alive_until = now() where pid = $1", [pid]);
        starting.push(victim.start());
        kill++;
      }
      const ended = async () =>
        (await pool.query("select from runs where id = any($1) and completed_at is null", [started])).rowCount === 0;
      await Promise.all([...starting, until(ended, 120_000, "every program ends")]);
    }
    const seconds = (performance.now() - began) / 1000;
    const { rows } = await pool.query("select status, failure->>'message' as why, code_starts from runs where id = any($1)", [runs]);
    for (const { status, why } of rows) expect({ status, why }).toEqual({ status: "completed", why: null });
    const again = rows.filter(({ code_starts }) => code_starts > 1).length;
    report(`${kills} kills in ${Math.round(seconds)} s: ${runs.length} programs counted, ${again} of them began again`);
    await countsAreExact(cluster, made, runs, queue.id);
    await bytesAreNamed(cluster);
  });
}

async function countsAreExact(
  { pool, first, teamId, dataDir }: ProofCluster,
  made: readonly { id: string; file: string }[],
  runs: readonly string[],
  queueId: string,
): Promise<void> {
  const each = (runs.length / made.length) * steps;
  for (const { id, file } of made) {
    const memory = await first.call(getAgentMemoryFile, { params: { agent_id: id, path: "count.md" } });
    const kept = await first.call(getFileContent, { params: { teamId, path: file } });
    expect([memory.content, kept.content]).toEqual([`${each}`, `${each}`]);
  }
  const { rows: cases } = await pool.query<{ n: number; different: number }>(
    "select count(*)::int as n, count(distinct title)::int as different from cases where queue_id = $1",
    [queueId],
  );
  expect(cases[0]).toEqual({ n: each * made.length, different: each * made.length });
  const { rows: outputs } = await pool.query<{ run: string; path: string; object_key: string }>(
    `select r.id as run, f.path, f.object_key from runs r join sandbox_files f on f.sandbox_id = r.sandbox_id
     where r.id = any($1) and f.path like 'output/%' order by r.id, f.path`,
    [runs],
  );
  const wanted = [...runs].toSorted().flatMap((run) => Array.from({ length: steps }, (_, i) => ({ run, path: `output/${i}.txt` })));
  expect(outputs.map(({ run, path }) => ({ run, path }))).toEqual(wanted);
  const objects = createFolderStore(dataDir);
  const firstOf = Map.groupBy(outputs, ({ run }) => run);
  for (const files of firstOf.values()) {
    const counts = await Promise.all(files.map(async ({ object_key }) => Buffer.from(await objects.bytes(object_key)).toString()));
    const from = Number(counts[0]?.split(" ")[0]);
    expect(counts, "what a program read is one behind what it wrote").toEqual(counts.map((_, i) => `${from + i} ${from + i}`));
  }
}

/** No row without its bytes; bytes without a row are noted as unconfirmed, and gone once that note is old. */
async function bytesAreNamed({ pool, dataDir }: ProofCluster): Promise<void> {
  const folder = join(dataDir, "objects");
  const stored = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((one) => one.isFile())
      .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))
      .filter((path) => !path.startsWith("."));
  const { rows } = await pool.query<{ key: string }>(
    tablesWithObjects.map((table) => `select object_key as key from ${table} where object_key is not null`).join(" union "),
  );
  const named = new Set(rows.map(({ key }) => key));
  const there = new Set(await stored());
  expect(
    [...named].filter((key) => !there.has(key)),
    "rows without bytes",
  ).toEqual([]);
  const notes = join(folder, ".unconfirmed");
  const noted = new Set((await readdir(notes)).map(decodeURIComponent));
  const unnamed = [...there].filter((key) => !named.has(key));
  expect(
    unnamed.filter((key) => !noted.has(key)),
    "bytes that nobody names or notes",
  ).toEqual([]);
  const hours = new Date(Date.now() - 7_200_000);
  for (const name of await readdir(notes)) await utimes(join(notes, name), hours, hours);
  await settleObjects({ store: { db: drizzle(pool) }, objects: createFolderStore(dataDir) });
  expect(
    (await stored()).filter((key) => !named.has(key)),
    "bytes without rows",
  ).toEqual([]);
  report(`${named.size} objects are named by rows; ${unnamed.length} were left by kills and are removed`);
}
