import { drizzle } from "drizzle-orm/node-postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { moveAgent } from "#contract/agents/agent-move.ts";
import { deleteAgent, listAgents } from "#contract/agents/agents.ts";
import { createAutomation, deleteAutomation, restoreAutomation } from "#contract/agents/automations.ts";
import { addAutomationAgent } from "#contract/agents/automation-members.ts";
import { createAgent } from "#contract/agents/agents.ts";
import { listAgentRevisions } from "#contract/agents/revisions.ts";
import { getRunDetails } from "#contract/runs/runs.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { getTeamScheduleWeek, listScheduleFirings, listTeamDueTimes, listTeamSchedules } from "#contract/schedules/schedule-firings.ts";
import {
  createSchedule,
  deleteSchedule,
  listAgentSchedules,
  listAllAgentSchedules,
  mostSchedules,
  planSchedule,
  runSchedule,
  updateSchedule,
} from "#contract/schedules/schedules.ts";
import { upsertAgentTrigger } from "#contract/schedules/event-triggers.ts";
import { removeTeamMember } from "#contract/teams/members.ts";
import { agentWith, scripted, settled } from "#server/testing/agents.ts";
import { type CallOptions, type TestService, startService } from "#server/testing/service.ts";
import { removeOldFirings } from "./firings/history.store.ts";
import { applyZoneRules } from "./firings/zone-rules.ts";

let service: TestService;
let agent_id: string;
beforeAll(async () => {
  service = await startService();
  agent_id = (await agentWith(service, scripted("say Done"))).id;
});
afterAll(() => service.close());

type Body = CallInput<typeof createSchedule>["body"];
const nightly = { enabled: true, frequency: "daily", time: "03:00", timezone: "Europe/Berlin" } as const;
const inTwelveHours = new Date(Date.now() + 12 * 3_600_000).toLocaleTimeString("en-GB", { timeZone: "Europe/Berlin", hour: "2-digit" });
/** No due time of its own falls into a test, whatever the hour. */
const distant = { ...nightly, time: `${inTwelveHours}:00` };
const make = (body: Body = nightly, options?: CallOptions, agent = agent_id) =>
  service.ok(createSchedule, { params: { agent_id: agent }, body }, options);
const firings = async (schedule_id: string, agent = agent_id) =>
  (await service.ok(listScheduleFirings, { params: { agent_id: agent, schedule_id }, query: {} })).firings;
/** Lets it have been due so long ago, by the store's clock. One that was paused has not been due before. */
const dueSince = (id: string, interval: string) =>
  service.pool.query("update schedules set enabled = true, next_fire_at = date_trunc('minute', now()) - $2::interval where id = $1", [
    id,
    interval,
  ]);
const anyText = expect.any(String) as string;
const elsewhere = "00000000-0000-7000-8000-000000000000";

describe("a schedule", () => {
  test("is its owner's, and Managers see and change everyone's", async () => {
    const own = await make(nightly, { as: "member" });
    expect(own).toMatchObject({ user_id: service.ids.member, agent_id, enabled: true, catch_up: "one", overlap: "skip", recurring: null });
    expect(own.next_fire_at?.slice(11)).toMatch(/^0[12]:00:00\.000Z$/);
    const mine = async (as: "member" | "builder" | "manager") =>
      (await service.ok(listAgentSchedules, { params: { agent_id } }, { as })).schedules.map(({ id }) => id);
    expect([await mine("member"), await mine("builder"), await mine("manager")]).toEqual([[own.id], [], []]);
    const all = await service.ok(listAllAgentSchedules, { params: { agent_id } }, { as: "manager" });
    expect(all).toMatchObject({ truncated: false, schedules: [{ id: own.id, user_name: "member" }] });
    await service.fails(listAllAgentSchedules, { params: { agent_id } }, "forbidden", { as: "builder" });
    const params = { agent_id, schedule_id: own.id };
    const foreign = { as: "builder" } as const;
    await service.fails(updateSchedule, { params, body: { enabled: false } }, "forbidden", foreign);
    await service.fails(runSchedule, { params }, "forbidden", foreign);
    await service.fails(listScheduleFirings, { params, query: {} }, "forbidden", foreign);
    await service.fails(deleteSchedule, { params }, "forbidden", foreign);
    const paused = await service.ok(updateSchedule, { params, body: { enabled: false } }, { as: "manager" });
    expect(paused).toMatchObject({ enabled: false, next_fire_at: null, user_id: service.ids.member, time: "03:00" });
    const missing = { params: { agent_id, schedule_id: elsewhere } };
    await service.fails(updateSchedule, { ...missing, body: {} }, "not_found");
    await service.fails(runSchedule, missing, "not_found");
    await service.fails(listScheduleFirings, { ...missing, query: {} }, "not_found");
    await service.ok(deleteSchedule, { params }, { as: "manager" });
    await service.fails(deleteSchedule, { params }, "not_found");
  });

  test("needs what belongs to its frequency, and forgets the rest", async () => {
    const broken: [Partial<Body>, string][] = [
      [{ frequency: "daily" }, "time"],
      [{ frequency: "weekly", time: "09:00" }, "day"],
      [{ frequency: "monthly", time: "09:00" }, "day_of_month"],
      [{ frequency: "custom" }, "cron"],
      [{ frequency: "custom", cron: "0 9 * *" }, "cron"],
      [{ frequency: "custom", cron: "0 0 31 2 *" }, "cron"],
      [{ frequency: "hourly", timezone: "+02:00" }, "timezone"],
      [{ frequency: "hourly", timezone: "Europe/Atlantis" }, "timezone"],
    ];
    for (const [given, field] of broken) {
      const body = { enabled: true, timezone: "UTC", ...given } as Body;
      const { issues } = await service.fails(createSchedule, { params: { agent_id }, body }, "invalid_request");
      expect(issues?.map(({ path }) => path)).toEqual([[field]]);
    }
    const { id, day } = await make({ ...nightly, frequency: "weekly", day: "friday", cron: "* * * * *" });
    expect(day).toBe("friday");
    const params = { agent_id, schedule_id: id };
    const { issues } = await service.fails(updateSchedule, { params, body: { frequency: "custom" } }, "invalid_request");
    expect(issues?.[0]?.path).toEqual(["cron"]);
    const changed = await service.ok(updateSchedule, { params, body: { frequency: "workday" } });
    expect(changed).toMatchObject({ frequency: "workday", time: "03:00", day: null, cron: null });
  });

  test("moves its next due time only where its times change, and never into the past", async () => {
    const { id } = await make();
    const params = { agent_id, schedule_id: id };
    const at = "9000-01-01T02:00:00.000Z";
    await service.pool.query("update schedules set next_fire_at = $2 where id = $1", [id, at]);
    const kept = await service.ok(updateSchedule, { params, body: { catch_up: "all", overlap: "allow", recurring: true, time: "03:00" } });
    expect(kept).toMatchObject({ next_fire_at: at, catch_up: "all", overlap: "allow" });
    const moved = await service.ok(updateSchedule, { params, body: { time: "03:01" } });
    expect(moved.next_fire_at).toMatch(/T0[12]:01:00/);
    await service.ok(updateSchedule, { params, body: { enabled: false } });
    const { next_fire_at } = await service.ok(updateSchedule, { params, body: { enabled: true } });
    expect(Date.parse(next_fire_at ?? "")).toBeGreaterThan(Date.now());
    expect(await firings(id)).toEqual([]);
  });

  test("has a bounded number beside it, and an agent with a revision", async () => {
    const { id: full } = await agentWith(service, scripted("say Done"));
    await make(nightly, {}, full);
    await service.pool.query(
      `insert into schedules (id, agent_id, user_id, enabled, frequency, timezone, catch_up, overlap, zone_rules)
       select gen_random_uuid(), agent_id, user_id, false, frequency, timezone, catch_up, overlap, zone_rules
       from schedules, generate_series(2, $2::int) where agent_id = $1`,
      [full, mostSchedules],
    );
    await service.fails(createSchedule, { params: { agent_id: full }, body: nightly }, "too_many");
    // Whoever moves an agent has more: everybody's.
    await service.pool.query(
      `insert into schedules (id, agent_id, user_id, enabled, frequency, timezone, catch_up, overlap, zone_rules)
       select gen_random_uuid(), agent_id, user_id, false, frequency, timezone, catch_up, overlap, zone_rules from schedules where agent_id = $1`,
      [full],
    );
    const own = await service.ok(listAgentSchedules, { params: { agent_id: full } });
    expect(own.schedules).toHaveLength(2 * mostSchedules);
    const { agent } = await service.ok(createAgent, { params: { teamId: service.teamId }, body: { name: "Bare" } });
    await service.fails(createSchedule, { params: { agent_id: agent.id }, body: nightly }, "no_live_revision");
  });

  test("is one of a bounded number, also where several are made at once", async () => {
    const { id: almost } = await agentWith(service, scripted("say Done"));
    await make(nightly, {}, almost);
    await service.pool.query(
      `insert into schedules (id, agent_id, user_id, enabled, frequency, timezone, catch_up, overlap, zone_rules)
       select gen_random_uuid(), agent_id, user_id, false, frequency, timezone, catch_up, overlap, zone_rules
       from schedules, generate_series(3, $2::int) where agent_id = $1`,
      [almost, mostSchedules],
    );
    const call = { params: { agent_id: almost }, body: nightly };
    const answers = await Promise.all(Array.from({ length: 4 }, () => service.call(createSchedule, call)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("shows at the live revision of its agent, to its owner", async () => {
    const { id: agent, buildId } = await agentWith(service, scripted("say Done"));
    const { id } = await make(nightly, {}, agent);
    const ofBuilds = async (as: "owner" | "manager") => {
      const { builds } = await service.ok(listAgentRevisions, { params: { agent_id: agent }, query: {} }, { as });
      return builds.map((build) => [build.id, build.schedules.map((schedule) => schedule.id)]);
    };
    expect([await ofBuilds("owner"), await ofBuilds("manager")]).toEqual([[[buildId, [id]]], [[buildId, []]]]);
    const listed = await service.ok(listAgents, { params: { teamId: service.teamId }, query: { include_schedules: "true" } });
    expect(listed.agents.find((row) => row.id === agent)?.latest_build?.schedules).toMatchObject([{ id, build_id: buildId }]);
  });
});

describe("what is due", () => {
  test("starts a run of the live revision for the owner, and says so", async () => {
    const { id } = await make(distant, { as: "member" });
    await dueSince(id, "1 minute");
    await expect.poll(() => firings(id)).toMatchObject([{ outcome: "started", count: 1 }]);
    const [{ run_id } = { run_id: null }] = await firings(id);
    const detailsOf = () => service.ok(getRunDetails, { params: { run_id: run_id ?? "" } });
    // A schedule says how its last run stands: it is read several times below.
    await expect.poll(async () => (await detailsOf()).run.status).toBe("completed");
    expect((await detailsOf()).run).toMatchObject({ source: "scheduling", user_id: service.ids.member });
    const { rows } = await service.pool.query(
      "select actor_kind, type, data->>'run_id' as run from events where subject_id = $1 order by id",
      [id],
    );
    expect(rows).toEqual([
      { actor_kind: "user", type: "schedule.created", run: null },
      { actor_kind: "service", type: "schedule.fired", run: run_id },
    ]);
    const { schedules } = await service.ok(listTeamSchedules, { params: { teamId: service.teamId }, query: {} }, { as: "manager" });
    const row = schedules.find((schedule) => schedule.id === id);
    expect(row).toMatchObject({ agent_name: "Agent", user_name: "member", last_firing: { outcome: "started", run_id } });
    expect(row?.next_fire_at?.localeCompare(new Date().toISOString())).toBe(1);
    const own = await service.ok(
      listTeamSchedules,
      { params: { teamId: service.teamId }, query: { user_id: service.ids.member } },
      { as: "member" },
    );
    expect(own.schedules.map((schedule) => schedule.id)).toEqual([id]);
    expect(own.total).toBe(1);
    const alone = { params: { teamId: service.teamId }, query: { schedule_id: id } };
    expect((await service.ok(listTeamSchedules, alone, { as: "manager" })).schedules).toEqual([row]);
    expect((await service.ok(listTeamSchedules, alone, { as: "builder" })).total).toBe(0);
  });

  test("and was missed is one row, and once is once", async () => {
    const often = await make({ ...nightly, enabled: false, frequency: "every_5_minutes", catch_up: "skip" });
    const once = await make({ ...nightly, enabled: false, frequency: "hourly", recurring: false });
    // Not on its minutes: what is due counts from the due time that was stored.
    await dueSince(often.id, "26 hours");
    await dueSince(once.id, "26 hours");
    await expect.poll(async () => (await firings(often.id)).at(-1)).toMatchObject({ outcome: "missed", run_id: null });
    const missed = (await firings(often.id)).at(-1);
    expect(missed?.count).toBeGreaterThan(300);
    await expect.poll(() => firings(once.id)).toMatchObject([{ outcome: "started" }]);
    const { schedules } = await service.ok(listAgentSchedules, { params: { agent_id } });
    expect(schedules.find(({ id }) => id === once.id)).toMatchObject({ enabled: false, next_fire_at: null });
    const hasEnded = async () => {
      const alone = { params: { teamId: service.teamId }, query: { schedule_id: once.id } };
      return (await service.ok(listTeamSchedules, alone)).schedules[0]?.ended;
    };
    expect(await hasEnded()).toBe(true);
    // Its history goes after a while.
    await service.pool.query("update schedule_firings set created_at = now() - interval '91 days' where schedule_id = $1", [once.id]);
    await removeOldFirings(drizzle(service.pool), () => false);
    expect([await firings(once.id), await hasEnded()]).toEqual([[], true]);
    await service.ok(updateSchedule, { params: { agent_id, schedule_id: once.id }, body: { frequency: "every_15_minutes" } });
    expect(await hasEnded()).toBe(false);
  });

  test("starts nothing without a live revision or an owner, or while a run is at work", async () => {
    const { id: agent, buildId } = await agentWith(service, scripted("say Done"));
    const [bare, left, busy] = [await make(distant, {}, agent), await make(distant, {}, agent), await make(distant, {}, agent)];
    await service.pool.query("update schedules set user_id = $2 where id = $1", [left.id, service.ids.stranger]);
    await dueSince(left.id, "1 minute");
    await expect.poll(() => firings(left.id, agent)).toMatchObject([{ outcome: "owner_left", run_id: null }]);
    const { run: before } = await service.ok(runSchedule, { params: { agent_id: agent, schedule_id: busy.id } });
    await settled(service, before.id);
    // Nobody works on it, and it is not at its end.
    await service.pool.query("update runs set status = 'starting', worker_id = null, next_attempt_at = null where id = $1", [before.id]);
    await dueSince(busy.id, "1 minute");
    await expect.poll(async () => (await firings(busy.id, agent)).map(({ outcome }) => outcome)).toEqual(["by_hand", "overlap"]);
    await service.pool.query("update revisions set status = 'historic' where id = $1", [buildId]);
    await dueSince(bare.id, "1 minute");
    await expect.poll(() => firings(bare.id, agent)).toMatchObject([{ outcome: "no_live" }]);
    await service.fails(runSchedule, { params: { agent_id: agent, schedule_id: bare.id } }, "no_live_revision");
    const only = { params: { agent_id: agent, schedule_id: busy.id }, query: { outcome: "overlap" as const } };
    expect(await service.ok(listScheduleFirings, only)).toMatchObject({ total: 1, firings: [{ outcome: "overlap" }] });
  });

  test("before a change is dealt with as it was set up then", async () => {
    const { id } = await make(distant);
    const params = { agent_id, schedule_id: id };
    await dueSince(id, "1 minute");
    await service.ok(updateSchedule, { params, body: { enabled: false } });
    expect(await firings(id)).toMatchObject([{ outcome: "started" }]);
  });
});

describe("an agent's schedules", () => {
  test("go with it, are given to whoever moves it, and begin from now when its automation comes back", async () => {
    const agents = await Promise.all(Array.from({ length: 3 }, async () => (await agentWith(service, scripted("say Done"))).id));
    const [gone = "", moved = "", away = ""] = agents;
    const made = await Promise.all(agents.map((agent) => make(nightly, { as: "manager" }, agent)));
    await service.ok(deleteAgent, { params: { agent_id: gone } });
    await service.ok(
      moveAgent,
      { params: { agent_id: moved }, query: { dry_run: "false" }, body: { target_team_id: service.neighbourTeamId } },
      { as: "director" },
    );
    const { automation } = await service.ok(createAutomation, { params: { teamId: service.teamId }, body: { name: "Night" } });
    const params = { automation_id: automation.id };
    await service.ok(addAutomationAgent, { params, body: { agent_id: away } });
    await service.ok(deleteAutomation, { params });
    await dueSince(made[2]?.id ?? "", "26 hours");
    await service.ok(restoreAutomation, { params: { ...params, teamId: service.teamId } });
    const { rows } = await service.pool.query<{ id: string; user_id: string; later: boolean }>(
      "select id, user_id, next_fire_at > now() as later from schedules where id = any($1) order by agent_id = $2",
      [made.map(({ id }) => id), away],
    );
    expect(rows).toEqual([
      { id: made[1]?.id, user_id: service.ids.director, later: true },
      { id: made[2]?.id, user_id: service.ids.manager, later: true },
    ]);
  });

  test("and triggers of somebody who leaves the team are paused, which is no failure of theirs", async () => {
    const { id: agent } = await agentWith(service, scripted("say Done"));
    const { id } = await make(distant, { as: "member" }, agent);
    const trigger = { integration_slug: "cases", trigger_type: "case_created" } as const;
    const { id: triggerId } = await service.ok(upsertAgentTrigger, { params: { agentId: agent }, body: trigger }, { as: "member" });
    const ids = [id, triggerId];
    for (const table of ["schedules", "event_triggers"])
      await service.pool.query(`update ${table} set consecutive_missing_connection_failures = 2 where id = any($1)`, [ids]);
    await service.ok(removeTeamMember, { params: { teamId: service.teamId, memberId: service.ids.member } });
    const { schedules } = await service.ok(listAllAgentSchedules, { params: { agent_id: agent } });
    const pausedBy = { enabled: false, auto_disabled_reason: "owner_left", consecutive_missing_connection_failures: 0 };
    expect(schedules).toMatchObject([{ ...pausedBy, next_fire_at: null }]);
    const { rows: triggers } = await service.pool.query("select * from event_triggers where id = $1", [triggerId]);
    expect(triggers).toMatchObject([pausedBy]);
    const { rows } = await service.pool.query("select type, data from events where subject_id = any($1) and actor_kind = 'service'", [ids]);
    expect(rows).toEqual([
      { type: "schedule.auto_disabled", data: { agent_id: agent } },
      { type: "event_trigger.auto_disabled", data: { agent_id: agent } },
    ]);
  });

  test("are found again by newer rules of time zones, and what is due stays due", async () => {
    const { id, next_fire_at } = await make();
    await service.pool.query("update schedules set zone_rules = '1999a', next_fire_at = next_fire_at + interval '1 hour' where id = $1", [
      id,
    ]);
    await applyZoneRules(drizzle(service.pool), () => false);
    const { schedules } = await service.ok(listAgentSchedules, { params: { agent_id } });
    expect(schedules.find((schedule) => schedule.id === id)?.next_fire_at).toBe(next_fire_at);
  });
});

describe("a plan", () => {
  test("says the next ten due times on the clocks of several zones", async () => {
    const body = { frequency: "daily", time: "09:00", timezone: "Europe/Berlin", zones: ["Europe/Berlin", "Asia/Kolkata"] } as const;
    const { firings: planned } = await service.ok(planSchedule, {
      params: { teamId: service.teamId },
      body: { ...body, zones: [...body.zones] },
    });
    expect(planned).toHaveLength(10);
    for (const { clocks } of planned) {
      expect(clocks[0]?.local).toMatch(/T09:00$/);
      expect(clocks[1]?.offset_minutes).toBe(330);
    }
  });

  test("of a week says what came of each day and what is to come", async () => {
    const { id: agent } = await agentWith(service, scripted("say Done"));
    const hour = 3_600_000;
    const from = new Date(Math.floor(Date.now() / hour) * hour).toISOString();
    // Every quarter of an hour, and not within the next minutes.
    const minute = (new Date().getMinutes() + 7) % 15;
    const cron = `${[0, 15, 30, 45].map((quarter) => quarter + minute).join()} * * * *`;
    const often = await make({ ...nightly, frequency: "custom", cron }, { as: "manager" }, agent);
    await service.ok(runSchedule, { params: { agent_id: agent, schedule_id: often.id } }, { as: "manager" });
    const week = (as: "manager" | "builder") =>
      service.ok(getTeamScheduleWeek, { params: { teamId: service.teamId }, query: { timezone: "Europe/Berlin" } }, { as });
    const seen = await week("manager");
    expect(seen.days).toHaveLength(8);
    const lane = seen.lanes.find(({ schedule }) => schedule.id === often.id);
    const sum = (of: "ran" | "planned") => (lane?.days ?? []).reduce((all, day) => all + day[of], 0);
    const left = (Date.parse(seen.days[7] ?? "") - Date.parse(often.next_fire_at ?? "")) / (hour / 4);
    expect([sum("ran"), sum("planned")]).toEqual([1, Math.max(0, Math.ceil(left))]);
    expect((await week("builder")).lanes).toEqual([]);

    const times = (as: "manager" | "builder") =>
      service.ok(listTeamDueTimes, { params: { teamId: service.teamId }, query: { from, hours: 6 } }, { as });
    const { due_times, truncated } = await times("manager");
    expect(truncated).toBe(false);
    const ofOften = due_times.filter(({ schedule_id }) => schedule_id === often.id);
    expect(ofOften).toEqual([
      expect.objectContaining({ outcome: "by_hand", agent_id: agent, run_id: anyText, created_at: anyText, count: 1 }),
      expect.objectContaining({ outcome: "planned", due_at: often.next_fire_at, run_id: null, created_at: null }),
    ]);
    const [{ due_at, last_due_at, count } = { due_at: "", last_due_at: "", count: 0 }] = ofOften.slice(-1);
    expect(last_due_at).toBe(new Date(Date.parse(from) + 5.75 * hour + minute * 60_000).toISOString());
    expect(count).toBe((Date.parse(last_due_at) - Date.parse(due_at)) / (hour / 4) + 1);
    expect((await times("builder")).due_times).toEqual([]);
    const last = { params: { teamId: service.teamId }, query: { from: "9999-12-31T23:30:00Z", hours: 1 } };
    const { due_times: atTheEnd } = await service.ok(listTeamDueTimes, last, { as: "manager" });
    expect(atTheEnd.find(({ schedule_id }) => schedule_id === often.id)).toMatchObject({ count: 2 });
  });
});
