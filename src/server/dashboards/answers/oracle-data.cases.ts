import { allStorable } from "#contract/fields.ts";
import { listCases } from "#contract/queues/cases.ts";
import { listQueues } from "#contract/queues/queues.ts";
import { listTeamRuns } from "#contract/runs/runs.ts";
import { listTeamSchedules } from "#contract/schedules/schedule-firings.ts";
import type { SourceName } from "#contract/dashboards/catalogue.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { TestService } from "#server/testing/service.ts";

/** Somebody of a team, whose lists say what figures may count. */
export type ViewerName = "owner" | "manager" | "builder" | "member" | "neighbour";

/** One row of a source. Instants in milliseconds; a dimension has several values only where they are labels. */
export interface Fact {
  readonly at: number;
  readonly dims: Readonly<Record<string, readonly (string | null)[]>>;
  readonly [fact: string]: unknown;
}
export type Facts = Readonly<Record<SourceName, readonly Fact[]>>;

export interface Ids {
  readonly agents: readonly string[];
  readonly queues: readonly string[];
  readonly people: readonly string[];
}

/** Hostile where a person, a program or another service chooses the text. */
const data = [
  `{"supplier": {"name": "Müller & Søn"}, "total": 12.5, "paid": true}`,
  `{"supplier": {"name": "\\u0000"}, "total": 7}`,
  `{"supplier": {"name": "\\ud83d\\ude00 smile"}, "total": -3, "paid": false}`,
  `{"supplier": {"name": "half \\ud83d"}, "total": 1}`,
  `{"supplier": {"name": "\\\\u0000"}, "total": 4}`,
  `{"supplier": {"name": ""}, "total": 1e999999}`,
  `{"supplier": {"name": "'; drop table runs; --"}, "total": 2e3}`,
  `{"supplier": {"name": null}, "paid": null}`,
  `{"total": "12"}`,
  "plain text",
];

/** Runs, cases and schedules of two teams, over a year up to now and about the hours at which clocks jump. */
export async function plant({ pool, teamId, neighbourTeamId, ids }: TestService, count: number): Promise<Ids> {
  const people = [ids.owner, ids.manager, ids.builder, ids.member];
  const agents = Array.from({ length: 5 }, () => newId());
  const queues = Array.from({ length: 4 }, () => newId());
  await pool.query(
    `insert into agents (id, team_id, name, type) select id, case when i = 5 then $2::uuid else $1::uuid end, 'Agent ' || i, 'agent'
     from unnest($3::uuid[]) with ordinality a(id, i)`,
    [teamId, neighbourTeamId, agents],
  );
  // A revision that has the id of its agent.
  await pool.query(
    `insert into revisions (id, agent_id, name, status, revision_number) select id, id, 'First', 'live', 1 from unnest($1::uuid[]) a(id)`,
    [agents],
  );
  const [family, schema] = [newId(), newId()];
  const supplier = { type: "object", properties: { name: { type: ["string", "null"] } }, additionalProperties: false };
  const fields = {
    supplier,
    total: { type: "number" },
    paid: { type: ["boolean", "null"] },
    tags: { type: "array", items: { type: "string" } },
  };
  await pool.query("insert into case_schema_families (id, team_id) values ($1, $2)", [family, teamId]);
  await pool.query("insert into case_schemas (id, family_id, version, schema, change_summary) values ($1, $2, 1, $3, '')", [
    schema,
    family,
    JSON.stringify({ type: "object", properties: fields, additionalProperties: false }),
  ]);
  await pool.query(
    `insert into queues (id, team_id, name, schema_family_id, deleted_at)
     select id, case when i = 4 then $2::uuid else $1::uuid end, 'Queue ' || i, case when i < 3 then $4::uuid end, case when i = 3 then now() end
     from unnest($3::uuid[]) with ordinality q(id, i)`,
    [teamId, neighbourTeamId, queues, family],
  );
  const at = `date_trunc('milliseconds', case when n % 4 = 0 then timestamptz '2026-03-29 01:00Z' + interval '20 minutes' * (n % 97 - 48)
    when n % 4 = 1 then timestamptz '2026-11-01 06:00Z' + interval '17 minutes' * (n % 89 - 44) else now() - interval '1 minute' * (n * n * 7.3 % 525600) end)`;
  await pool.query(
    `insert into runs (id, team_id, agent_id, build_id, user_id, status, source, title, run_number, created_at, started_at, completed_at, updated_at,
       input_tokens, output_tokens, failure, case_queue_id, eval_summary, issue_severity)
     select gen_random_uuid(), a.team_id, a.id, a.id, ($3::uuid[])[1 + n % 5], s.status, (array['scheduling', 'api', 'console', 'odd ''$1'])[1 + n % 4], 'Run', n,
       x.at, case when n % 7 > 0 then x.at + interval '1 second' * (n % 5) end,
       case when s.ended and n % 11 > 0 then x.at + interval '1 second' * (10 + n * 13 % 997) end, x.at + interval '1 hour', n % 1000, n % 77,
       case when s.status = 'failed' then jsonb_build_object('code', (array['code_failed', 'turn_limit'])[1 + n % 2], 'message', 'x') end, ($4::uuid[])[n % 6],
       e.summary, case when (e.summary ->> 'passed')::int < (e.summary ->> 'total')::int then 'medium' end
     from generate_series(1, $1::int) n join unnest($2::uuid[]) with ordinality g(id, i) on g.i = 1 + (n * 7 / 3) % 5 join agents a on a.id = g.id
     cross join lateral (select ${at} as at) x
     cross join lateral (select (array['not_started', 'waiting', 'completed', 'completed', 'failed', 'interrupted'])[1 + n * 5 % 6] as status) t
     cross join lateral (select t.status, t.status in ('completed', 'failed', 'interrupted') as ended) s
     cross join lateral (select case when s.status = 'completed' then (array[null, '{"status": "ready", "passed": 2, "total": 2}',
       '{"status": "ready", "passed": 0, "total": 2}', '{"status": "ready", "passed": 0, "total": 0}',
       '{"status": "in_progress", "passed": 0, "total": 0}'])[1 + n % 5]::jsonb end as summary) e`,
    [count, agents, people, queues],
  );
  await pool.query(
    `insert into human_requests (id, run_id, team_id, tool_call_id, kind, title, created_at, responded_at)
     select gen_random_uuid(), r.id, r.team_id, 'c', 'question', 'Q', r.started_at + interval '1 second' * k, case when r.run_number % 5 > 0 then r.started_at + interval '3 seconds' * k end
     from runs r, generate_series(1, 3) k where r.run_number % 3 = 0 and r.completed_at is not null and r.started_at is not null`,
  );
  await pool.query(
    `insert into queue_labels (id, queue_id, key, value, color_hue)
     select gen_random_uuid(), q.id, l.key, l.value, 0 from unnest($1::uuid[]) q(id), (values ('month', 'March'), ('month', 'May; late'), ('', 'a: b'), ('a', 'b'), ('back\\', 'x')) l(key, value)`,
    [queues],
  );
  await pool.query(
    `insert into cases (id, queue_id, title, data, json_schema_id, state, priority, run_id, completed_at, passed, postponed_to, created_at, failure)
     select gen_random_uuid(), q.id, 'Case', d.text, case when q.i < 3 and left(d.text, 1) = '{' then $3::uuid end, s.state, n % 3,
       (select r.id from runs r where r.run_number = 1 + n % 50 and n % 3 > 0 limit 1),
       case when s.settled then least(now(), x.at + interval '1 minute' * (n * 31 % 5000)) end, case when s.state in ('completed', 'failed') then (array[true, false, null])[1 + n / 7 % 3] end,
       case when s.state = 'postponed' then now() + interval '1 year' end, x.at,
       case when s.state = 'failed' then (array['turn_limit', 'reported', 'set_by_person', null])[1 + n / 3 % 4] end
     from generate_series(1, $1::int) n join unnest($2::uuid[]) with ordinality q(id, i) on q.i = 1 + n % 4
     join unnest($4::text[]) with ordinality d(text, i) on d.i = 1 + (n / 4) % $5::int
     cross join lateral (select ${at} as at) x
     cross join lateral (select (array['pending', 'postponed', 'needs_input', 'completed', 'completed', 'failed', 'canceled'])[1 + n * 3 % 7] as state) t
     cross join lateral (select t.state, t.state in ('completed', 'failed', 'canceled') as settled) s`,
    [count, queues, schema, data, data.length],
  );
  await pool.query(
    `insert into case_labels (case_id, label_id, kind, priority, created_at, updated_at)
     select c.id, l.id, case_kind(c.state, c.passed), c.priority, c.created_at, c.updated_at
     from cases c join queue_labels l on l.queue_id = c.queue_id where hashtext(c.id::text || l.id) % 4 = 0 on conflict do nothing`,
  );
  await pool.query(
    `with made as (insert into schedules (id, agent_id, user_id, enabled, frequency, time, timezone, catch_up, overlap, zone_rules)
       select gen_random_uuid(), a.id, p.id, false, 'daily', '09:00', 'UTC', 'one', 'skip', '2026a' from unnest($2::uuid[]) a(id), unnest($3::uuid[]) p(id) returning id)
     insert into schedule_firings (schedule_id, due_at, outcome, count, last_due_at)
     select id, x.at, (array['started', 'by_hand', 'overlap', 'missed'])[1 + n % 4], case when n % 4 = 3 then 1 + n % 5 else 1 end, x.at
     from made, generate_series(1, $1::int / 20) n cross join lateral (select ${at} as at) x on conflict do nothing`,
    [count, agents, people],
  );
  return { agents, queues, people };
}

const ms = (value: unknown) => (value === null ? null : Date.parse(value as string));

/** Everything that the lists of a viewer show, row by row. */
export async function factsOf(service: TestService, as: ViewerName): Promise<Facts> {
  const params = { teamId: as === "neighbour" ? service.neighbourTeamId : service.teamId };
  const runIds: string[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const { data: rows, next } = await service.ok(listTeamRuns, { params, query: { limit: 100, ...(after && { after }) } }, { as });
    runIds.push(...rows.map(({ id }) => id));
    after = next;
  }
  const caseIds: string[] = [];
  for (const { id: queue_id } of (await service.ok(listQueues, { params, query: { limit: 100 } }, { as })).queues)
    for (let after: string | null | undefined; after !== null;) {
      const page = await service.ok(listCases, { params: { queue_id }, query: { limit: 100, ...(after && { after }) } }, { as });
      caseIds.push(...page.cases.map(({ id }) => id));
      after = page.next;
    }
  const { schedules } = await service.ok(listTeamSchedules, { params, query: { limit: 100 } }, { as });
  const read = async (text: string, ids: readonly string[]) => (await service.pool.query<Record<string, unknown>>(text, [ids])).rows;
  const runs = await read(
    `select r.*, r.failure ->> 'code' as code, (select json_agg(json_build_array(h.created_at, h.responded_at)) from human_requests h where h.run_id = r.id) as asked
     from runs r where r.id = any($1)`,
    runIds,
  );
  const cases = await read(
    `select c.*, r.agent_id as worker, (select json_agg(json_build_array(l.key, l.value)) from case_labels cl join queue_labels l on l.id = cl.label_id
       where cl.case_id = c.id) as labels from cases c left join runs r on r.id = c.run_id where c.id = any($1)`,
    caseIds,
  );
  const firings = await read(
    "select f.*, s.agent_id, s.user_id from schedule_firings f join schedules s on s.id = f.schedule_id where s.id = any($1)",
    schedules.map(({ id }) => id),
  );
  const one = (value: unknown) => [value as string | null];
  const caseFacts = cases.map((row): Fact => ({
    ...row,
    at: ms(row["created_at"]) ?? 0,
    closed: ms(row["completed_at"]),
    dims: caseDims(row),
  }));
  const moved = (row: Fact, at: number, change: object): Fact => ({
    ...change,
    at,
    dims: { queue: row.dims["queue"] ?? [], state: row.dims["state"] ?? [], failure: row.dims["failure"] ?? [] },
  });
  return {
    runs: runs.map((row) => ({
      ...row,
      at: ms(row["created_at"]) ?? 0,
      dims: {
        agent: one(row["agent_id"]),
        status: one(row["status"]),
        source: one(row["source"]),
        person: one(row["user_id"]),
        queue: one(row["case_queue_id"]),
        revision: one(row["build_id"]),
        failure: one(row["code"]),
      },
    })),
    cases: caseFacts,
    flow: caseFacts.flatMap((row) => [
      moved(row, row.at, { arrived: 1, closed: 0 }),
      ...(row["closed"] === null
        ? []
        : [moved(row, row["closed"] as number, { arrived: 0, closed: 1, took: (row["closed"] as number) - row.at })]),
    ]),
    // Only a record with reads of its own has any.
    connections: [],
    schedules: firings.map((row) => ({
      ...row,
      at: ms(row["due_at"]) ?? 0,
      dims: { agent: one(row["agent_id"]), schedule: one(row["schedule_id"]), person: one(row["user_id"]), outcome: one(row["outcome"]) },
    })),
  };
}

/** The value of a field, as text; null where there is none, or the data cannot be read. */
export function fieldOf(row: Readonly<Record<string, unknown>>, path: readonly string[]): string | null {
  if (row["json_schema_id"] === null) return null;
  const text = row["data"] as string;
  if (!allStorable(JSON.parse(text))) return null;
  let value: unknown = JSON.parse(text.replaceAll(/("total": )([^,}"]+)/g, '$1"$2"'));
  for (const name of path) value = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  return typeof value === "string" || typeof value === "boolean" ? String(value) : null;
}

function caseDims(row: Record<string, unknown>): Fact["dims"] {
  const labels = (row["labels"] ?? []) as [string, string][];
  const plain = (text: string, parting: RegExp) => text.replaceAll(parting, String.raw`\$&`);
  const cells = labels.map(([key, value]) =>
    key === "" ? plain(value, /[\\;:]/g) : `${plain(key, /[\\;:]/g)}: ${plain(value, /[\\;]/g)}`,
  );
  return {
    queue: [row["queue_id"] as string],
    state: [row["state"] as string],
    failure: [row["state"] === "failed" ? ((row["failure"] as string | null) ?? "not_recorded") : null],
    priority: [["none", "medium", "high"][row["priority"] as number] ?? null],
    agent: [row["worker"] as string | null],
    label: cells.length === 0 ? [null] : cells,
    "field.supplier.name": [fieldOf(row, ["supplier", "name"])],
    "field.paid": [fieldOf(row, ["paid"])],
  };
}
