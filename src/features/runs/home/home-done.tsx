import { pathTo } from "#api/path-to.ts";
import { countOf } from "#api/figures.ts";
import type { AnswerRow, QueryAnswer } from "#contract/dashboards/answers.ts";
import { listAddress } from "#contract/dashboards/list-address.ts";
import type { Range } from "#contract/dashboards/page.ts";
import { ChartBlock } from "#ui/chart/chart-block.tsx";
import { whole } from "#ui/chart/columns-plot.tsx";
import { FigureTable } from "#ui/chart/figure-table.tsx";
import { mostFailures } from "#ui/chart/many-failed.ts";
import { cx } from "#ui/cx.ts";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { useSteadyOrder } from "#ui/use-steady-order.ts";
import { mostAgents, useOutcomes } from "./home-reads.ts";

interface HomeDoneProps {
  teamId: string;
  range: Range;
  /** The time, as in "since your last visit". */
  words: string;
}

/** What completed, by agent, with what failed beside it. */
export function HomeDone({ teamId, range, words }: HomeDoneProps) {
  const { agents, own } = useOutcomes(teamId, range);
  const rows = useSteadyOrder(agents.data ? rowsIn(agents.data) : [], keyOf, agents.data?.from ?? "");
  return (
    <ChartBlock
      title="Done"
      note={`${own ? "your runs" : "runs"} ${words}`}
      table={
        rows.length > 0 ? (
          <FigureTable
            label="Done"
            columns={["Agent", "Completed", "Failed"]}
            rows={rows.map((row) => ({
              label: nameOf(row),
              link: row.links[0] ? listAddress(teamId, row.links[0]) : undefined,
              cells: row.values.map((count) => (count ? whole.format(count) : "–")),
            }))}
          />
        ) : undefined
      }
    >
      <Loaded inline skeleton={<SkeletonRows rows={4} />} query={agents} what="what was done" needs="Member">
        {() =>
          rows.length === 0 ? (
            <p className="py-1.5 text-sm text-ink-2">
              No {own ? "run of yours" : "run"} ended {words}.
            </p>
          ) : (
            <ul aria-label="Done by agent">
              {rows.map((row) => (
                <Agent key={keyOf(row)} teamId={teamId} row={row} most={Math.max(1, ...rows.map(countOf))} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </ChartBlock>
  );
}

function Agent({ teamId, row, most }: { teamId: string; row: AnswerRow; most: number }) {
  const done = countOf(row);
  const failed = row.values[1] ?? 0;
  const [agentId] = row.by;
  const [ofDone, ofFailed] = row.links;
  return (
    <li className="grid min-h-8 grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_2.5rem_5rem] items-center gap-2 border-b border-line text-sm last:border-b-0">
      {agentId ? (
        <AnyLink link={pathTo("/t/$teamId/agents/$agentId", { teamId, agentId })} className="truncate rounded-sm hover:underline">
          {nameOf(row)}
        </AnyLink>
      ) : (
        <span className="truncate text-ink-2">{nameOf(row)}</span>
      )}
      <span aria-hidden className="h-2">
        {done > 0 ? (
          <span
            className="block h-full min-w-1 rounded-[2px] border-e-[1.5px] border-chart-edge bg-chart-pale"
            style={{ width: `${(done / most) * 100}%` }}
          />
        ) : null}
      </span>
      <span className="text-end tabular-nums">
        <Counted link={ofDone ? listAddress(teamId, ofDone) : undefined} label={`${nameOf(row)}: ${whole.format(done)} completed`}>
          {done === 0 ? "–" : whole.format(done)}
        </Counted>
      </span>
      <span
        className={cx("truncate text-end text-xs tabular-nums", failed > (done + failed) * mostFailures ? "text-failed" : "text-ink-3")}
      >
        {failed > 0 ? (
          <Counted link={ofFailed ? listAddress(teamId, ofFailed) : undefined} label={`${nameOf(row)}: ${whole.format(failed)} failed`}>
            {`${whole.format(failed)} failed`}
          </Counted>
        ) : null}
      </span>
    </li>
  );
}

function Counted({ link, label, children }: { link: string | undefined; label: string; children: string }) {
  if (!link || children === "–") return children;
  return (
    <AnyLink link={link} aria-label={label} className="rounded-sm hover:underline">
      {children}
    </AnyLink>
  );
}

/** Agents by name, unless there are more than a row each: one that is left over is no "others". */
function rowsIn({ rows, other }: QueryAnswer): AnswerRow[] {
  const last = rows[mostAgents];
  const named = other && last ? [...rows.slice(0, mostAgents), together(last, other)] : [...rows, ...(other ? [other] : [])];
  return named.filter(({ values }) => values.some((count) => (count ?? 0) > 0));
}

/** No list shows just these. */
function together(one: AnswerRow, others: AnswerRow): AnswerRow {
  const values = others.values.map((count, i) => (count ?? 0) + (one.values[i] ?? 0));
  return { ...others, values, link: null, links: values.map(() => null) };
}

function keyOf(row: AnswerRow): string {
  return row.by[0] ?? nameOf(row);
}

function nameOf({ names: [name], other }: AnswerRow): string {
  return other ? "Other agents" : (name ?? "No agent");
}
