import { ask } from "./ask.ts";
import type { Workspace } from "./lists.ts";
import { measure } from "./load.ts";
import { describe, type Report } from "./report.ts";
import { type MeasuredService, storeCpuSeconds } from "./service.ts";

/** What a write costs whose event is followed meanwhile, into the audit log and for webhooks, triggers and people, beside events that nobody follows. */
export async function measureEvents(report: Report, service: MeasuredService, { teamId }: Workspace): Promise<void> {
  const bare = await storeMsOfEvent(service, () => recordBare(service, teamId, 3000));
  report.add({ name: "floor: a bare event", figures: `store ${bare.toFixed(2)} ms CPU` });

  const queue = (await ask<{ queue: { id: string } }>(service, `/v2/teams/${teamId}/queues`, { name: "Followed" })).queue.id;
  const body = { case: { title: "Invoice", data: JSON.stringify({ supplier: "Supplier 7", amount: 40 }) } };
  const add = () => measure(`${service.origin}/v2/queues/${queue}/cases`, service.pid, { body });
  let load = await add();
  let late = await untilFollowed(service);
  const store = await storeMsOfEvent(service, async () => {
    load = await add();
    late = await untilFollowed(service);
  });
  report.add({
    name: "add a case, events followed beside it",
    figures: `${describe(load)}, store ${store.toFixed(2)} ms, last after ${late.toFixed(0)} ms`,
    ratio: bare / store,
    target: "<= 2.5 CPU, followed within 1000 ms",
    met: load.failures === 0 && load.cpuMs <= 2.5 && late <= 1000,
  });
}

/** Events of a type that no consumer names, each in a transaction of its own. */
async function recordBare({ db }: MeasuredService, teamId: string, count: number): Promise<void> {
  const text = `insert into events (team_id, actor_kind, type, subject_id, data) values ($1, 'service', 'bench.nothing', $1, '{}')`;
  for (let n = 0; n < count; n++) await db.query({ name: "bare-event", text, values: [teamId] });
}

/** Milliseconds of the store's CPU for each event that is recorded meanwhile. */
async function storeMsOfEvent(service: MeasuredService, record: () => Promise<void>): Promise<number> {
  const events = async () => Number((await service.db.query("select count(*) as n from events")).rows[0].n);
  const [before, begun] = [await events(), storeCpuSeconds(service.pid)];
  await record();
  const used = storeCpuSeconds(service.pid) - begun;
  return (used * 1000) / ((await events()) - before);
}

/** Milliseconds until each consumer is done with what is recorded. */
async function untilFollowed({ db }: MeasuredService): Promise<number> {
  const begun = performance.now();
  const ahead = "select from event_cursors c join events e on (e.tx, e.id) > (c.tx, c.id) limit 1";
  while ((await db.query(ahead)).rowCount !== 0) {
    if (performance.now() - begun > 60_000) throw new Error("Events were not followed within a minute.");
    await new Promise((wake) => setTimeout(wake, 10));
  }
  return performance.now() - begun;
}
