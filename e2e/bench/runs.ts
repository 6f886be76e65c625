import { ask } from "./ask.ts";
import { measureBareCode } from "./bare-code.ts";
import type { Workspace } from "./lists.ts";
import { measure } from "./load.ts";
import { describe, type Report } from "./report.ts";
import { cpuSeconds, type MeasuredService } from "./service.ts";

/** Runs from their start to their end, many at once and one by one. */
export async function measureRuns(report: Report, service: MeasuredService, { says, codes }: Workspace): Promise<void> {
  const started = await measure(`${service.origin}/v2/runs`, service.pid, { body: { agent_id: says } });
  report.add({ name: "start a run, others at work beside", figures: describe(started) });
  await allEnded(service);

  await finish(service, says, 200);
  const plain = await finish(service, says, 1500);
  const plainAlone = await oneByOne(service, says, 60);
  report.add({
    name: "runs without a process, start to end",
    figures: `${plain.rate.toFixed(0)}/s, ${plain.cpuMs.toFixed(2)} ms CPU, one by one p50 ${plainAlone.toFixed(1)} ms`,
    target: "300/s, p50 <= 8 ms",
    met: plain.rate >= 300 && plainAlone <= 8,
  });

  const floor = await measureBareCode(120, 4);
  report.add({
    name: "floor: bubblewrap and Python alone",
    figures: `${floor.rate.toFixed(1)}/s, one by one p50 ${floor.p50.toFixed(0)} ms`,
  });
  const code = await finish(service, codes, 200);
  const codeAlone = await oneByOne(service, codes, 30);
  report.add({
    name: "runs of a code step, start to end",
    figures: `${code.rate.toFixed(1)}/s, ${code.cpuMs.toFixed(1)} ms CPU, one by one p50 ${codeAlone.toFixed(0)} ms`,
    ratio: code.rate / floor.rate,
    target: "0.50 of floor, p50 <= 60 ms",
    met: code.rate >= floor.rate / 2 && codeAlone <= 60,
  });
}

async function start(service: MeasuredService, agentId: string): Promise<string> {
  return (await ask<{ run: { id: string } }>(service, "/v2/runs", { agent_id: agentId })).run.id;
}

/** Starts runs on ten connections and waits until the last one has ended. */
async function finish(service: MeasuredService, agentId: string, count: number): Promise<{ rate: number; cpuMs: number }> {
  const before = cpuSeconds(service.pid);
  const begun = performance.now();
  let left = count;
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      while (left-- > 0) await start(service, agentId);
    }),
  );
  await allEnded(service);
  return { rate: (count * 1000) / (performance.now() - begun), cpuMs: ((cpuSeconds(service.pid) - before) * 1000) / count };
}

async function allEnded({ db }: MeasuredService): Promise<void> {
  const deadline = performance.now() + 60_000;
  while ((await db.query("select 1 from runs where status in ('pending', 'starting', 'running') limit 1")).rowCount !== 0) {
    if (performance.now() > deadline) throw new Error("Runs did not end within a minute.");
    await new Promise((wake) => setTimeout(wake, 10));
  }
  const { rows } = await db.query("select failure from runs where status = 'failed' and failure is not null limit 1");
  if (rows[0]) throw new Error(`A run failed: ${JSON.stringify(rows[0].failure)}`);
}

/** Median milliseconds from a run's start to its end, by the store's clock, with nothing else at work. */
async function oneByOne(service: MeasuredService, agentId: string, count: number): Promise<number> {
  const times: number[] = [];
  while (times.length < count) {
    const id = await start(service, agentId);
    await allEnded(service);
    const { rows } = await service.db.query("select extract(epoch from completed_at - created_at) * 1000 as ms from runs where id = $1", [
      id,
    ]);
    times.push(Number(rows[0]?.ms));
  }
  return times.toSorted((a, b) => a - b)[Math.floor(count / 2)] ?? Number.NaN;
}
