import { Pin } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import type { agentColumns } from "#contract/agents/agent-export.ts";
import type { AgentRow } from "#contract/agents/agents.ts";
import { AgentKind } from "#features/agents/agent-kind.tsx";
import type { Cells } from "#lists/list-columns.ts";
import { whole } from "#ui/chart/columns-plot.tsx";
import { mostFailures } from "#ui/chart/many-failed.ts";
import { Spark } from "#ui/chart/spark.tsx";
import { counted } from "#ui/counted.ts";
import { cx } from "#ui/cx.ts";
import { durationOf } from "#ui/duration.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { AnyLink, type LinkTarget } from "#ui/link.tsx";
import { percentOf } from "#ui/percent.ts";
import { Time } from "#ui/time.tsx";
import { firstException } from "./agent-exception.tsx";
import type { AgentFigures } from "./list-figures.ts";

interface Looked {
  readonly teamId: string;
  /** Undefined until they are counted. */
  readonly figures: ReadonlyMap<string, AgentFigures> | undefined;
  readonly onPin: (agentId: string, pinned: boolean) => void;
}

export function agentCells({ teamId, figures, onPin }: Looked): Cells<typeof agentColumns, AgentRow> {
  const of = ({ id }: AgentRow) => figures?.get(id);
  /** Of what is counted: nothing until it is, and "–" for none. */
  const figure = (row: AgentRow, say: (counts: AgentFigures) => React.ReactNode) => {
    const counts = of(row);
    return counts ? say(counts) : figures ? none : null;
  };
  return {
    name: (row) => (
      <span className="flex items-center gap-2">
        <AgentKind type={row.type} iconOnly />
        <span className="min-w-0 truncate">{row.name}</span>
        {row.latest_build?.status === "draft" ? (
          <span className="shrink-0 text-xs font-normal text-ink-3 max-sm:hidden">· draft {row.latest_build.revision_number}</span>
        ) : null}
      </span>
    ),
    live: (row) => firstException(teamId, row),
    days: (row) => {
      const counts = of(row);
      return counts && counts.runs > 0 ? <Spark label={dayWords(counts)} columns={counts.days} /> : null;
    },
    runs: (row) => figure(row, ({ runs, runsLink }) => (runs > 0 ? <Number link={runsLink}>{whole.format(runs)}</Number> : none)),
    success: (row) =>
      figure(row, ({ success, failed, failedLink }) =>
        success === null ? (
          none
        ) : (
          <Number
            link={failed > 0 ? failedLink : undefined}
            label={failed > 0 ? `${percentOf(success)}, ${counted(failed, "run failed", "runs failed")}` : undefined}
            tone={success < 1 - mostFailures ? "failed" : undefined}
          >
            {percentOf(success)}
          </Number>
        ),
      ),
    duration: (row) => figure(row, ({ duration }) => (duration === null ? none : durationOf(duration))),
    waiting: ({ id, health }) =>
      health && health.waiting > 0 ? (
        <Number link={pathTo("/t/$teamId/runs", { teamId }, { agent: id, status: "waiting" })} tone="waiting">
          {whole.format(health.waiting)}
        </Number>
      ) : (
        none
      ),
    "last-run": (row) => <Time at={row.last_run_at} />,
    pin: (row) => {
      const pinned = row.pinned_at !== null;
      return (
        <IconButton
          icon={Pin}
          size="sm"
          label={pinned ? `Unpin ${row.name}` : `Pin ${row.name}`}
          aria-pressed={pinned}
          onClick={() => onPin(row.id, !pinned)}
          className={cx("relative z-1 align-middle", pinned ? "text-accent-ink [&_svg]:fill-current" : unpinned)}
        />
      );
    },
  };
}

/** In sight where somebody can use it: a column of them says nothing. */
const unpinned =
  "text-ink-3 opacity-0 focus-visible:opacity-100 pointer-coarse:opacity-100 in-[tr:hover]:opacity-100 in-[tr:focus-within]:opacity-100";

const none = <span className="text-ink-3">–</span>;

/** A number that opens its list, in front of the link of its row. */
function Number({
  link,
  label,
  tone,
  children,
}: {
  link: LinkTarget | string | undefined;
  label?: string | undefined;
  tone?: "failed" | "waiting" | undefined;
  children: string;
}) {
  const className = cx(tone === "failed" && "text-failed", tone === "waiting" && "font-medium text-waiting");
  if (!link) return <span className={className}>{children}</span>;
  return (
    <AnyLink link={link} title={label} aria-label={label} className={cx("relative z-1 hover:underline", className)}>
      {children}
    </AnyLink>
  );
}

function dayWords({ runs, days }: AgentFigures): string {
  const most = Math.max(...days.map(({ value }) => value));
  const marked = days.filter(({ marked: failures }) => failures > 0).length;
  return `${counted(runs, "run", "runs")} in 30 days, ${whole.format(most)} on the busiest${marked > 0 ? `, many failures on ${counted(marked, "day", "days")}` : ""}`;
}

/** On a phone, where only the name has a column of words. */
export function agentLine(teamId: string, row: AgentRow) {
  const exception = firstException(teamId, row, true);
  if (exception) return exception;
  return row.last_run_at ? (
    <>
      Ran <Time at={row.last_run_at} />
    </>
  ) : null;
}

export function agentPurpose(row: AgentRow) {
  return <span className="ps-6">{purposeOf(row)}</span>;
}

/** What it is for: what its latest revision says of itself, or how its instructions start. */
function purposeOf({ latest_build: build }: AgentRow): string {
  if (build?.revision_description) return build.revision_description;
  const data = build?.config?.data;
  const said = data && "input" in data && typeof data.input === "string" ? data.input : "";
  const lines = said.split("\n").filter((each) => each.trim() !== "");
  // A heading such as "Goal" says nothing of it.
  const line = lines.find((each) => !/^\s*#/.test(each)) ?? lines[0] ?? "";
  return line.replace(/^[#>*\-\s]+/, "").slice(0, 200);
}
