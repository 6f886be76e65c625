import { manyFailed } from "#ui/chart/many-failed.ts";
import { figuresRead } from "#api/figures.ts";
import type { AnswerRow } from "#contract/dashboards/answers.ts";
import type { countFigures } from "#contract/dashboards/figures.ts";
import { listAddress } from "#contract/dashboards/list-address.ts";
import type { Reply } from "#contract/endpoint.ts";

/** What the list says of the runs of one agent in 30 days. */
export interface AgentFigures {
  readonly runs: number;
  readonly failed: number;
  /** Null where no run has ended by itself. */
  readonly success: number | null;
  readonly duration: number | null;
  readonly days: readonly { readonly value: number; readonly marked: number }[];
  /** The lists of its runs, and of those that failed. */
  readonly runsLink: string | undefined;
  readonly failedLink: string | undefined;
}

/** A filter names so many values at most. */
const portion = 20;
const measures = ["count", "failed", "success_rate", "duration_p95"];

/** The figures of all agents on a page in one request, of one moment. Their order is nothing to it: rows that move ask for nothing. */
export function listFiguresRead(teamId: string, zone: string, agentIds: readonly string[]) {
  const ids = agentIds.toSorted();
  const queries = Array.from({ length: Math.ceil(ids.length / portion) }, (_, at) => ({
    source: "runs" as const,
    filters: [{ by: "agent", kind: "is" as const, values: ids.slice(at * portion, (at + 1) * portion) }],
    at,
  })).flatMap(({ at, ...runs }) => [
    { ...runs, name: `days_${at}`, measures: ["count", "failed"], by: ["time", "agent"], grain: "day" as const },
    { ...runs, name: `all_${at}`, measures, by: ["agent"] },
  ]);
  return {
    ...figuresRead(teamId, { zone, range: "last_30_days", queries }),
    enabled: ids.length > 0,
    select: (answers: Reply<typeof countFigures>) => figuresIn(teamId, answers),
  };
}

function figuresIn(teamId: string, { answers, faults }: Reply<typeof countFigures>) {
  const rowsOf = (name: string) => answers.filter((answer) => answer.name.startsWith(name)).flatMap(({ rows }) => rows);
  const days = Map.groupBy(rowsOf("days_"), ({ by: [, agent] }) => agent);
  const agents = new Map(rowsOf("all_").map((row) => [row.by[0] ?? "", figuresOf(teamId, row, days.get(row.by[0] ?? "") ?? [])]));
  return { agents, fault: faults[0]?.says };
}

function figuresOf(teamId: string, { values, links }: AnswerRow, days: readonly AnswerRow[]): AgentFigures {
  const [runs, failed, success, duration] = values;
  const [runsLink, failedLink] = links.map((link) => (link ? listAddress(teamId, link) : undefined));
  return {
    runs: runs ?? 0,
    failed: failed ?? 0,
    success: success ?? null,
    duration: duration ?? null,
    days: days.map((day) => ({ value: day.values[0] ?? 0, marked: manyFailed(day.values[0] ?? 0, day.values[1] ?? 0) })),
    runsLink,
    failedLink,
  };
}
