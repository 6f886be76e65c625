import type { FigureMeasure, FigureParts } from "#server/platform/db/figure-parts.ts";
import { ofScope, schedulesSeenBy } from "#server/schedules/team/team-schedules.store.ts";

const dueTimes = (condition: string): FigureMeasure => ({ kind: "sum", of: `case when ${condition} then f.count else 0 end` });

/** What can be counted of the due times in the schedules that a viewer lists. */
export const scheduleFigures: FigureParts = {
  scopeOf: ({ teamId, ...who }) => schedulesSeenBy(teamId, who),
  rows: (scope, p) => ({
    from: "schedule_firings f join schedules s on s.id = f.schedule_id join agents a on a.id = s.agent_id",
    where: ofScope(scope, p),
  }),
  joins: {},
  time: "f.due_at",
  dimensions: {
    agent: { sql: "s.agent_id", type: "uuid", names: "select id, name from agents where id = any($1::uuid[])" },
    schedule: {
      sql: "s.id",
      type: "uuid",
      names: `select s.id, a.name || ', ' || coalesce(s.cron, s.frequency || coalesce(' ' || s.time, '')) as name
        from schedules s join agents a on a.id = s.agent_id where s.id = any($1::uuid[])`,
    },
    person: { sql: "s.user_id", type: "uuid", names: "select id, coalesce(name, email) as name from users where id = any($1::uuid[])" },
    outcome: { sql: "f.outcome", type: "text" },
  },
  measures: {
    due: dueTimes("f.outcome <> 'by_hand'"),
    started: dueTimes("f.outcome = 'started'"),
    missed: dueTimes("f.outcome not in ('started', 'by_hand')"),
  },
};
