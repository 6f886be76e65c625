import { afterAll, beforeAll, expect, test } from "vitest";
import { getTeamScheduleWeek, listScheduleFirings, listTeamDueTimes, listTeamSchedules } from "#contract/schedules/schedule-firings.ts";
import { listAgentSchedules, listAllAgentSchedules } from "#contract/schedules/schedules.ts";
import { zoneRules } from "#server/platform/zone-offsets.ts";
import { planting } from "#server/testing/planting.ts";
import { listTime, scaled } from "#server/testing/proof.ts";
import { startService, type TestService } from "#server/testing/service.ts";

const schedules = scaled(10_000, 200);
const firings = scaled(1_000_000, 20_000);
/** One schedule is due each minute, for as long as histories are kept. */
const minutely = scaled(129_600, 1_000);
/** In ms, of a hundred answers 99. */
const most = 50;

let service: TestService;
let busiest: { schedule_id: string; agent_id: string };
beforeAll(async () => {
  service = await startService();
  const { ids, teamId } = service;
  await planting(service.pool, ["agents", "revisions", "schedules", "schedule_firings"], async (client) => {
    await client.query(
      `insert into agents (id, team_id, name, type) select gen_random_uuid(), $1, 'Agent ' || n, 'agent' from generate_series(1, 200) n`,
      [teamId],
    );
    await client.query(
      `insert into revisions (id, agent_id, name, status, revision_number)
       select gen_random_uuid(), id, 'Revision', 'live', 1 from agents where team_id = $1`,
      [teamId],
    );
    // Seven of ten each day, two each week, one each quarter of an hour; one of twenty is paused. A tenth of all are on one agent.
    await client.query(
      `insert into schedules (id, agent_id, user_id, enabled, frequency, time, timezone, day, cron, catch_up, overlap, next_fire_at, zone_rules, created_at)
       select gen_random_uuid(), a.id, case when n % 4 = 0 then $1::uuid else $2::uuid end, n % 20 > 0,
         case when n % 10 < 7 then 'daily' when n % 10 < 9 then 'weekly' else 'custom' end,
         case when n % 10 < 9 then lpad((n % 24)::text, 2, '0') || ':' || lpad((n % 60)::text, 2, '0') end,
         (array['UTC', 'Europe/Berlin', 'Asia/Kathmandu'])[1 + n % 3], case when n % 10 in (7, 8) then 'monday' end,
         case when n % 10 = 9 then '*/15 * * * *' end, 'one', 'skip',
         case when n % 20 > 0 then now() + interval '1 hour' + n * interval '8 seconds' end, $3, now() - n * interval '1 minute'
       from generate_series(1, $4::int) n
       join (select row_number() over (order by created_at, id) - 1 as i, id from agents where team_id = $5) a
         on a.i = case when n % 10 = 1 then 0 else n % 200 end`,
      [ids.member, ids.owner, zoneRules, schedules, teamId],
    );
    const insert = `insert into schedule_firings (schedule_id, due_at, outcome, count, last_due_at, created_at)
      select s.id, at, (array['started', 'started', 'started', 'overlap', 'missed'])[1 + (s.i * 7 + n) % 5], 1, at, at`;
    const numbered = `(select row_number() over (order by created_at, id) - 1 as i, id from schedules) s`;
    await client.query(
      `${insert} from ${numbered}, generate_series(1, $1::int) n,
         lateral (select now() - n * interval '1 day' * (89 / $1::float8) - s.i * interval '7 seconds' as at) t where s.i > 0`,
      [Math.round((firings - minutely) / schedules)],
    );
    await client.query(
      `${insert} from ${numbered}, generate_series(1, $1::int) n, lateral (select now() - n * interval '1 minute' as at) t where s.i = 0`,
      [minutely],
    );
  });
  const { rows } = await service.pool.query<typeof busiest>(
    "select id as schedule_id, agent_id from schedules order by created_at, id limit 1",
  );
  [busiest = { schedule_id: "", agent_id: "" }] = rows;
}, 1_200_000);
afterAll(() => service.close());

const inTeam = () => ({ teamId: service.teamId });
const team = (query: object, as: "owner" | "member" = "owner") => service.ok(listTeamSchedules, { params: inTeam(), query }, { as });
const history = (query: object) => service.ok(listScheduleFirings, { params: busiest, query });
const week = (query: object) => service.ok(getTeamScheduleWeek, { params: inTeam(), query });
const dueTimes = (hoursFromNow: number) =>
  service.ok(listTeamDueTimes, {
    params: inTeam(),
    query: { from: new Date(Date.now() + hoursFromNow * 3_600_000).toISOString(), hours: 4 },
  });
const pages = (total: number, n: number) => ({ limit: 100, offset: (n * 100) % total });

const lists: Readonly<Record<string, (n: number) => Promise<unknown>>> = {
  "the team's": (n) => team(pages(schedules, n)),
  "the team's active ones": (n) => team({ ...pages(schedules, n), enabled: "true" }),
  "the team's paused ones": (n) => team({ ...pages(schedules / 20, n), enabled: "false" }),
  "the team's of one agent": (n) => team({ ...pages(schedules / 10, n), agent_id: busiest.agent_id }),
  "the team's of one person": (n) => team({ ...pages(schedules / 4, n), user_id: service.ids.member }),
  "the team's by a word of many": (n) => team({ ...pages(schedules / 2, n), search: "agent 1" }),
  "the team's by a word of none": () => team({ search: "nobody" }),
  "a member's own": (n) => team(pages(schedules / 4, n), "member"),
  "an agent's, of the caller": () => service.ok(listAgentSchedules, { params: busiest }),
  "an agent's, of everyone": () => service.ok(listAllAgentSchedules, { params: busiest }),
  "the history of one": (n) => history(pages(minutely, n * 7)),
  "the history of one, what was missed": (n) => history({ ...pages(minutely / 5, n * 7), outcome: "missed" }),
  "the history of one, what never happened": () => history({ outcome: "no_live" }),
  "this week": () => week({ timezone: "Europe/Berlin" }),
  "a week before": (n) => week({ week: -1 - (n % 10), timezone: "Europe/Berlin" }),
  "some hours of a day before": (n) => dueTimes(-24 * (1 + (n % 80))),
  "the hours of now": () => dueTimes(-2),
  "some hours of a day to come": (n) => dueTimes(24 * (1 + (n % 28))),
  "a week to come": (n) => week({ week: 1 + (n % 4), timezone: "Europe/Berlin" }),
};

test.each(Object.entries(lists))(
  "of 10,000 schedules and 1,000,000 firings, %s is answered within 50 ms",
  { timeout: 600_000 },
  async (what, ask) => {
    expect(await listTime(what, ask)).toBeLessThan(most);
  },
);
