import { afterAll, beforeAll, expect, test } from "vitest";
import type { FiringOutcome } from "#contract/schedules/firing-outcomes.ts";
import { getTeamScheduleWeek, listTeamDueTimes, mostTicks } from "#contract/schedules/schedule-firings.ts";
import { createSchedule } from "#contract/schedules/schedules.ts";
import { agentWith, scripted } from "#server/testing/agents.ts";
import { startService, type TestService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const as = { as: "manager" } as const;
const timezone = "Europe/Berlin";
const week = async (at: number) =>
  service.ok(getTeamScheduleWeek, { params: { teamId: service.teamId }, query: { week: at, timezone } }, as);

async function scheduled(cron: string): Promise<{ id: string; agent: string; build: string }> {
  const { id: agent, buildId: build } = await agentWith(service, scripted("say Done"));
  const body = { enabled: true, frequency: "custom" as const, cron, timezone };
  const { id } = await service.ok(createSchedule, { params: { agent_id: agent }, body }, as);
  return { id, agent, build };
}

/** A due time so many minutes into a day. `status`: of the run that it started. */
async function came(
  of: { id: string; agent: string; build: string },
  day: string,
  minutes: number,
  outcome: FiringOutcome,
  status?: string,
) {
  const { rows } = status
    ? await service.pool.query<{ id: string }>(
        `insert into runs (id, team_id, agent_id, build_id, user_id, status, source, title, run_number)
         values (gen_random_uuid(), $1, $2, $3, $4, $5, 'scheduling', 'Work', 1) returning id`,
        [service.teamId, of.agent, of.build, service.ids.manager, status],
      )
    : { rows: [] };
  await service.pool.query(
    `insert into schedule_firings (schedule_id, due_at, outcome, count, last_due_at, run_id)
     select $1, t, $2, 1, t, $3 from (select $4::timestamptz + make_interval(mins => $5) as t) x`,
    [of.id, outcome, rows[0]?.id ?? null, day, minutes],
  );
}

test("a day of few due times tells each, one of many what went wrong, and each number is that of its due times", async () => {
  const few = await scheduled("0 3 1 1 *");
  const many = await scheduled("30 3 1 1 *");
  const { days } = await week(-1);
  const [first = "", second = ""] = days;
  await came(few, first, 60, "started", "completed");
  await came(few, first, 120, "started", "failed");
  await came(few, first, 180, "missing_connection");
  await came(few, first, 240, "overlap");
  for (let at = 0; at < 60; at++)
    await came(
      many,
      second,
      at * 20,
      at % 4 === 3 ? "missed" : "started",
      at % 4 === 3 ? undefined : at % 4 === 2 ? "failed" : "completed",
    );

  const { lanes } = await week(-1);
  const laneOf = ({ id }: { id: string }) => lanes.find(({ schedule }) => schedule.id === id);
  expect(laneOf(few)?.days[0]).toMatchObject({ ran: 1, failed: 1, missed: 1, skipped: 1, planned: 0 });
  expect(laneOf(few)?.days[0]?.marks.map(({ outcome, run_status }) => [outcome, run_status])).toEqual([
    ["started", "completed"],
    ["started", "failed"],
    ["missing_connection", null],
    ["overlap", null],
  ]);
  expect(laneOf(few)?.not_started.map(({ outcome, count }) => [outcome, count])).toEqual([
    ["missing_connection", 1],
    ["overlap", 1],
  ]);
  const day = laneOf(many)?.days[1];
  expect(day).toMatchObject({ ran: 30, failed: 15, missed: 15, skipped: 0 });
  expect(day?.marks).toHaveLength(mostTicks);
  expect(new Set(day?.marks.map(({ outcome, run_status }) => run_status ?? outcome))).toEqual(new Set(["failed", "missed"]));
  expect([day?.first, day?.last]).toEqual([second, new Date(Date.parse(second) + 59 * 20 * 60_000).toISOString()]);

  const { due_times } = await service.ok(
    listTeamDueTimes,
    { params: { teamId: service.teamId }, query: { from: second, hours: 24, schedule_id: many.id } },
    as,
  );
  expect(due_times).toHaveLength(60);
  expect(new Set(due_times.map(({ schedule_id }) => schedule_id))).toEqual(new Set([many.id]));
  expect(due_times.filter(({ run_status }) => run_status === "failed")).toHaveLength(day?.failed ?? -1);
});

test("what is to come is planned on the clock of the week, each time where they are few and the ends where they are many", async () => {
  const few = await scheduled("15 6,18 * * *");
  const many = await scheduled("*/5 8-9 * * *");
  const { lanes, days } = await week(1);
  const ofFew = lanes.find(({ schedule }) => schedule.id === few.id)?.days ?? [];
  const clock = (at: string | null | undefined) => (at ? new Date(at).toLocaleTimeString("en-GB", { timeZone: timezone }) : undefined);
  expect(ofFew.map(({ planned }) => planned)).toEqual([2, 2, 2, 2, 2, 2, 2]);
  expect(ofFew.flatMap(({ marks }) => marks.map(({ due_at }) => clock(due_at)))).toEqual(
    days.slice(1).flatMap(() => ["06:15:00", "18:15:00"]),
  );
  for (const { planned, first, last, marks } of lanes.find(({ schedule }) => schedule.id === many.id)?.days ?? [])
    expect([planned, clock(first), clock(last), marks]).toEqual([24, "08:00:00", "09:55:00", []]);
});
