import { caseAgeDays } from "#contract/dashboards/case-ages.ts";
import { displayStatuses } from "#contract/queues/case.ts";
import type { FigureDimension, FigureMeasure, FigureParts, FigureScope } from "#server/platform/db/figure-parts.ts";
import type { Parameters } from "#server/platform/db/parameters.ts";
import { failureOf, fieldAt, textAt } from "#server/queues/cases/case-conditions.ts";
import { momentOf } from "#server/queues/cases/moments.ts";
import { isSettled, openStates } from "#server/queues/cases/case-state.ts";
import { partsOf } from "#server/queues/rubrics/judged-parts.ts";

const oneOf = (states: readonly string[]) => `c.state in (${states.map((state) => `'${state}'`).join(", ")})`;
const settled = displayStatuses.filter(isSettled);
const judged = partsOf(displayStatuses);
const conditionsOf = (parts: typeof judged) => `(${parts.map(({ condition }) => `(${condition})`).join(" or ")})`;

/** The queues whose cases a list shows. */
const ofTeam = ({ teamId }: FigureScope, p: Parameters) => [`q.team_id = ${p.add(teamId)}`, "q.deleted_at is null"];

const queue: FigureDimension = {
  sql: "q.id",
  type: "uuid",
  names: "select id, coalesce(revision_name, name) as name from queues where id = any($1::uuid[])",
};
const msOf = (from: string, to: string) => `extract(epoch from ${to} - ${from})::float8 * 1000`;
const timeToClose = `case when ${oneOf(settled)} then ${msOf("c.created_at", "c.completed_at")} end`;

/** By the moment of the answer, on its millisecond: the list of an age begins and ends at the same instants. */
const age = `case when ${oneOf(openStates)} then case ${Object.entries(caseAgeDays)
  .toReversed()
  .map(([name, days]) =>
    days === 0 ? `else '${name}'` : `when c.created_at < date_trunc('milliseconds', now()) - interval '${days * 24} hours' then '${name}'`,
  )
  .join(" ")} end end`;

/** A label as `labelsCell` writes it, so that a key and a plain tag are never the same text. */
const cell = (label: string) => `case when ${label}.key = '' then regexp_replace(${label}.value, '([\\\\;:])', '\\\\\\1', 'g')
  else regexp_replace(${label}.key, '([\\\\;:])', '\\\\\\1', 'g') || ': ' || regexp_replace(${label}.value, '([\\\\;])', '\\\\\\1', 'g') end`;

const hasLabel = (condition: string) => `exists (select from case_labels h join queue_labels l on l.id = h.label_id
  where h.case_id = c.id and l.queue_id is not null and ${condition})`;

/** Longer ones would be a sum that no number can show. */
const plainNumber = "^-?[0-9]{1,30}([.][0-9]{1,30})?([eE][-+]?[0-9]{1,2})?$";

export const caseFigures: FigureParts = {
  scopeOf: ({ teamId }) => ({ teamId, userId: null }),
  rows: (scope, p) => ({ from: "cases c join queues q on q.id = c.queue_id", where: ofTeam(scope, p) }),
  joins: {
    run: () => "left join runs worker on worker.id = c.run_id",
    labels: () =>
      "left join (case_labels carried join queue_labels label on label.id = carried.label_id and label.queue_id is not null) on carried.case_id = c.id",
  },
  time: "c.created_at",
  dimensions: {
    queue,
    state: { sql: "c.state", type: "text" },
    failure: { sql: failureOf, type: "text" },
    age: { sql: age, type: "text" },
    priority: { sql: "(array['none', 'medium', 'high'])[c.priority + 1]", type: "text" },
    label: {
      sql: `case when label.id is not null then ${cell("label")} end`,
      type: "text",
      join: "labels",
      several: { has: (values) => hasLabel(`${cell("l")} = any(${values}::text[])`), any: hasLabel("true") },
    },
    agent: { sql: "worker.agent_id", type: "uuid", join: "run", names: "select id, name from agents where id = any($1::uuid[])" },
  },
  measures: {
    count: { kind: "count" },
    open: { kind: "count", where: oneOf(openStates) },
    completed: { kind: "count", where: oneOf(["completed"]) },
    failed: { kind: "count", where: oneOf(["failed"]) },
    age_p50: { kind: "median", of: `case when ${oneOf(openStates)} then ${msOf("c.created_at", "now()")} end` },
    time_to_close_p50: { kind: "median", of: timeToClose },
    time_to_close_p95: { kind: "p95", of: timeToClose },
    evaluated: { kind: "count", where: conditionsOf(judged) },
    pass_rate: {
      kind: "share",
      part: conditionsOf(judged.filter(({ words }) => words.includes("success"))),
      whole: conditionsOf(judged),
    },
  },
  field(path) {
    return {
      text: fieldAt(path),
      writes: (value) => momentOf(value) ?? value,
      number: `(select case when f.v ~ '${plainNumber}' then f.v::numeric end from (select ${textAt(path)} as v offset 0) f)`,
    };
  },
};

/** A case comes once, and leaves at the end that it has now. */
const arrivals = `(select queue_id, created_at as at, 1 as arrived, 0 as closed, null::float8 as took, c.state, ${failureOf} as failure from cases c
  union all select queue_id, completed_at, 0, 1, ${msOf("c.created_at", "c.completed_at")}, c.state, ${failureOf}
  from cases c where completed_at is not null)`;
const sum = (of: string): FigureMeasure => ({ kind: "sum", of });

export const flowFigures: FigureParts = {
  scopeOf: caseFigures.scopeOf,
  rows: (scope, p) => ({ from: `${arrivals} f join queues q on q.id = f.queue_id`, where: ofTeam(scope, p) }),
  joins: {},
  time: "f.at",
  dimensions: { queue, state: { sql: "f.state", type: "text" }, failure: { sql: "f.failure", type: "text" } },
  measures: {
    arrived: sum("f.arrived"),
    closed: sum("f.closed"),
    time_to_close_p50: { kind: "median", of: "f.took" },
    time_to_close_p95: { kind: "p95", of: "f.took" },
    backlog: { kind: "level", of: "f.arrived - f.closed" },
  },
};
