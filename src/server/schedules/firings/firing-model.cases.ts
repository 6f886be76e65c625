import fc from "fast-check";
import { expect } from "vitest";
import { type Schedule, catchUps, mostCaughtUp, onTimeMinutes, overlaps } from "#contract/schedules/schedule.ts";
import type { Timing } from "#contract/schedules/timing.ts";
import { nextDueTime } from "#server/schedules/instants/due-times.ts";
import { insertSchedule, lockSchedule, patchSchedule } from "#server/schedules/schedules/schedules.store.ts";
import { scripted } from "#server/testing/agents.ts";
import type { BareStore } from "#server/testing/bare-store.ts";
import { fire } from "./fire.ts";
import { fireRound } from "./schedule-work.ts";
import { proves } from "#server/testing/proves.ts";

const minute = 60_000;
const start = Date.UTC(2026, 9, 24, 12);
const none = { time: null, day: null, day_of_month: null, cron: null };
const berlin = { ...none, timezone: "Europe/Berlin" };
const timings: readonly Required<Timing>[] = [
  { ...berlin, frequency: "every_5_minutes" },
  { ...berlin, frequency: "hourly" },
  { ...berlin, frequency: "daily", time: "02:30" },
  { ...berlin, frequency: "custom", cron: "*/20 1-3,12 * * *" },
];

const timing = fc.constantFrom(...timings);
const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("round" as const), after: fc.constantFrom(1, 60, 26 * 60, 40 * 1_440) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("round" as const), after: fc.constantFrom(0, 1, 5, 30) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("back" as const), by: fc.constantFrom(1, 90) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("kill" as const), after: fc.constantFrom(1, 60) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("pause" as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("resume" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("edit" as const), to: timing }) },
);
const life = fc.record({
  timing,
  catch_up: fc.constantFrom(...catchUps),
  overlap: fc.constantFrom(...overlaps),
  recurring: fc.constantFrom(null, true, false),
  acts: fc.array(act, { minLength: 3, maxLength: 9 }),
});

interface Row {
  readonly due_at: string;
  readonly outcome: string;
  readonly count: number;
  readonly last_due_at: string;
}
type Told = Pick<Schedule, "catch_up" | "overlap" | "recurring">;

/** What the documents promise, as plainly as it can be said. Nothing ends a run here, so that with `skip` one is at work from the first start on. */
class Promised {
  readonly rows: Row[] = [];
  next: string | null;
  enabled = true;
  readonly told: Told;
  timing: Required<Timing>;
  constructor(told: Told, given: Required<Timing>, now: string) {
    this.told = told;
    this.timing = given;
    this.next = nextDueTime(given, now);
  }
  /** What was dealt with stays so where the clock was set back. */
  from(now: string): void {
    const last = this.rows.reduce((latest, { last_due_at }) => (last_due_at > latest ? last_due_at : latest), now);
    this.next = nextDueTime(this.timing, last);
  }
  round(now: string): void {
    const due: string[] = [];
    while (this.enabled && this.next !== null && this.next <= now) {
      due.push(this.next);
      this.next = this.told.recurring === false ? null : nextDueTime(this.timing, this.next);
    }
    if (due.length === 0) return;
    if (this.next === null) this.enabled = false;
    const late = Date.parse(now) - Date.parse(due.at(-1) ?? now) > onTimeMinutes * minute;
    const wanted = { all: mostCaughtUp, one: 1, skip: late ? 0 : 1 }[this.told.catch_up];
    const missed = due.slice(0, Math.max(0, due.length - wanted));
    if (missed.length > 0)
      this.rows.push({ due_at: missed[0] ?? "", outcome: "missed", count: missed.length, last_due_at: missed.at(-1) ?? "" });
    for (const due_at of due.slice(missed.length)) {
      const atWork = this.told.overlap === "skip" && this.rows.some(({ outcome }) => outcome === "started");
      this.rows.push({ due_at, outcome: atWork ? "overlap" : "started", count: 1, last_due_at: due_at });
    }
  }
}

/** A store whose transactions do all their work and are lost before they commit. */
function dying(db: BareStore["services"]["store"]["db"]): typeof db {
  const lost = Object.create(db) as typeof db;
  lost.transaction = (work) =>
    db.transaction(async (tx) => {
      await work(tx);
      throw new Error("killed");
    });
  return lost;
}

/** Lives of schedules, with two engines at each round: every due time has one row, as the documents promise it. */
export async function checkLives(store: BareStore, numRuns: number): Promise<void> {
  const services = { ...store.services, startsPerMinute: 1_000_000 };
  const { db } = services.store;
  const tell = () => undefined;
  const property = fc.asyncProperty(life, async ({ timing: given, acts, ...told }) => {
    const agentId = await store.agent(scripted("say Done"));
    let clock = start;
    const now = () => new Date(clock).toISOString();
    const id = await insertSchedule(db, { agentId, userId: store.ids.owner, now: now() }, { ...given, ...told, enabled: true });
    const promised = new Promised(told, given, now());
    const change = (patch: Parameters<typeof patchSchedule>[2]) =>
      db.transaction(async (tx) => {
        const locked = await lockSchedule(tx, agentId, id);
        if (locked && (await fire(tx, [locked], now())).length > 0)
          return patchSchedule(tx, (await lockSchedule(tx, agentId, id)) ?? locked, patch, now());
        return locked && patchSchedule(tx, locked, patch, now());
      });
    for (const one of acts) {
      if (one.kind === "round" || one.kind === "kill") clock += one.after * minute + 300;
      if (one.kind === "back") clock -= one.by * minute;
      if (one.kind === "kill") await fireRound({ ...services, store: { ...services.store, db: dying(db) } }, now(), tell);
      if (one.kind === "round") {
        await Promise.all([fireRound(services, now(), tell), fireRound(services, now(), tell)]);
        promised.round(now());
      }
      if (one.kind === "pause" || one.kind === "resume") {
        promised.round(now());
        if (one.kind === "resume" && !promised.enabled) promised.from(now());
        promised.enabled = one.kind === "resume";
        if (!promised.enabled) promised.next = null;
        await change({ enabled: promised.enabled });
      }
      if (one.kind === "edit") {
        promised.round(now());
        const moved = JSON.stringify(one.to) !== JSON.stringify(promised.timing);
        promised.timing = one.to;
        if (promised.enabled && moved) promised.from(now());
        await change(one.to);
      }
    }
    const stored = await store.pool.query(
      `select to_json(due_at at time zone 'UTC')#>>'{}' as due_at, outcome, count, to_json(last_due_at at time zone 'UTC')#>>'{}' as last_due_at,
        run_id from schedule_firings where schedule_id = $1 order by schedule_firings.due_at`,
      [id],
    );
    const rows = (stored.rows as (Row & { run_id: string | null })[]).map(({ run_id, ...row }) => {
      expect(run_id !== null).toBe(row.outcome === "started");
      return { ...row, due_at: inUtc(row.due_at), last_due_at: inUtc(row.last_due_at) };
    });
    expect(rows).toEqual(promised.rows.toSorted((a, b) => a.due_at.localeCompare(b.due_at)));
    const { rows: left } = await store.pool.query<{ next: string | null; enabled: boolean; runs: number }>(
      `select to_json(next_fire_at at time zone 'UTC')#>>'{}' as next, enabled, (select count(*)::int from runs where agent_id = $2) as runs
       from schedules where id = $1`,
      [id, agentId],
    );
    expect(left[0]).toEqual({
      next: promised.next === null ? null : promised.next.replace(/\.000Z$/, ""),
      enabled: promised.enabled,
      runs: rows.filter(({ outcome }) => outcome === "started").length,
    });
    await store.pool.query("delete from schedules where id = $1", [id]);
  });
  await proves(property, { numRuns });
}

const inUtc = (text: string) => new Date(`${text}Z`).toISOString();
