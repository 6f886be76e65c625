import { CircleStop, RotateCcw } from "lucide-react";
import { useRef, useState } from "react";
import { pathTo } from "#api/path-to.ts";
import type { RunRow } from "#contract/runs/run.ts";
import { FreshChip } from "#ui/fresh-chip.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { OneByOneDialog } from "#ui/one-by-one-dialog.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import type { Column } from "#ui/table-column.ts";
import { Table } from "#ui/table.tsx";
import { toast } from "#ui/toast.ts";
import type { ListedRun, RunScope } from "./queries.ts";
import { RunSelection } from "./run-selection.tsx";
import { hasEnded } from "./run-status.ts";
import { useEntryState } from "#ui/use-entry-state.ts";
import type { useRunRows } from "./use-run-rows.ts";
import { stopWords, useStopRuns } from "./use-stop-runs.ts";
import { againWords, useRunAgain } from "./use-run-again.ts";
import { walkRuns } from "./walk-runs.ts";

/** More than this at once is a filter that wants narrowing. */
const mostSelected = 10_000;

interface RunTableProps {
  scope: RunScope;
  list: ReturnType<typeof useRunRows>;
  columns: readonly Column<ListedRun>[];
}

export function RunTable({ scope, list, columns }: RunTableProps) {
  const { teamId } = scope;
  const { rows, total, fresh, left, query } = list;
  const [held, setSelected] = useEntryState<ReadonlySet<string>>("run-selection", new Set());
  // What left the list is no more meant by what was selected in it.
  const selected = left.size === 0 ? held : new Set([...held].filter((id) => !left.has(id)));
  const [beyond, setBeyond] = useState<ReadonlyMap<string, RunRow>>(new Map());
  const [gathering, setGathering] = useState(false);
  const stopping = useStopRuns<RunRow>();
  const again = useRunAgain(teamId);
  const area = useRef<HTMLDivElement>(null);

  const known = new Map<string, RunRow>([...beyond, ...rows.map((row) => [row.id, row] as const)]);
  const chosen = [...selected].flatMap((id) => known.get(id) ?? []);
  const active = chosen.filter((run) => !hasEnded(run.status));
  const ended = chosen.filter(({ status }) => status === "failed" || status === "interrupted");
  const walk = async (runs: readonly RunRow[], start: typeof stopping.start) => {
    const outcomes = await start(runs);
    setSelected(new Set([...selected].filter((id) => outcomes.get(id)?.kind === "failed")));
    list.refresh();
  };
  const selectAll = async () => {
    setGathering(true);
    const all = new Map<string, RunRow>();
    try {
      for await (const page of walkRuns(scope, mostSelected, new AbortController().signal))
        for (const run of page.rows) all.set(run.id, run);
      setBeyond(all);
      setSelected(new Set(all.keys()));
    } catch (error) {
      toast(`Not everything could be selected. ${error instanceof Error ? error.message : ""}`, { failed: true });
    }
    setGathering(false);
  };
  const reload = async () => {
    if (!(await list.reload())) return;
    area.current?.querySelector("[data-scroll-restoration-id]")?.scrollTo({ top: 0 });
  };
  usePageActions([
    ...(active.length > 0
      ? [{ id: "stop-selected", label: `Stop ${active.length} selected`, icon: CircleStop, run: () => stopping.ask(active) }]
      : []),
    ...(ended.length > 0
      ? [{ id: "again-selected", label: `Run ${ended.length} selected again`, icon: RotateCcw, run: () => again.ask(ended) }]
      : []),
  ]);

  const here = rows.filter(({ id }) => !left.has(id));
  const wholePage = here.length < total && total <= mostSelected && selected.size < total && here.every(({ id }) => selected.has(id));
  return (
    <div ref={area} className="relative flex min-h-0 flex-1 flex-col">
      <FreshChip count={fresh} gone={left.size} onShow={() => void reload()} />
      <Table
        label="Runs"
        rows={rows}
        rowId={(run) => run.id}
        rowLink={(run) => pathTo("/t/$teamId/runs/$runId", { teamId, runId: run.id })}
        columns={columns}
        selection={{ ids: selected, except: left, disabled: query.isPlaceholderData, onChange: setSelected }}
        total={total}
        outdated={query.isPlaceholderData}
        footer={<LoadMore query={query} count={rows.length} what="runs" />}
      />
      {selected.size > 0 ? (
        <RunSelection
          selected={selected.size}
          active={active.length}
          onStop={() => stopping.ask(active)}
          ended={ended.length}
          onAgain={() => again.ask(ended)}
          onClear={() => setSelected(new Set())}
          all={wholePage ? { total, pending: gathering, onSelect: () => void selectAll() } : undefined}
        />
      ) : null}
      <OneByOneDialog
        walk={stopping.walk}
        words={stopWords}
        describe={described}
        onStart={(runs) => void walk(runs, stopping.start)}
        onCancel={stopping.cancel}
        onClose={stopping.close}
      >
        Active work stops immediately. Send a message to a stopped run to resume it.
      </OneByOneDialog>
      <OneByOneDialog
        walk={again.walk}
        words={againWords}
        tone="primary"
        describe={described}
        onStart={(runs) => void walk(runs, again.start)}
        onCancel={again.cancel}
        onClose={again.close}
      >
        Each agent starts on its live revision, with the same first message or the same case. Completed cases are left as they are.
      </OneByOneDialog>
    </div>
  );
}

function described({ title, agent_name, run_number }: RunRow): [string, string] {
  return [title, `${agent_name} #${run_number.toLocaleString("en")}`];
}
