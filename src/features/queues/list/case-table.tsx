import { Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { useHiddenColumns } from "#api/list-columns.ts";
import { pathTo } from "#api/path-to.ts";
import { fieldIn } from "#contract/list.ts";
import type { Case } from "#contract/queues/case.ts";
import { caseColumns } from "#contract/queues/case-columns.ts";
import { caseList } from "#contract/queues/case-list.ts";
import { type CaseScope, selectionOf } from "#features/queues/case-queries.ts";
import type { CaseSearch } from "#features/queues/case-search.ts";
import { caseCells, caseLine } from "#features/queues/cells/case-cells.tsx";
import { fieldTableColumns } from "#features/queues/cells/field-cells.tsx";
import type { FieldColumn } from "#features/queues/cells/field-columns.ts";
import { BulkDialog } from "#features/queues/jobs/bulk-dialog.tsx";
import type { BulkAct } from "#features/queues/use-case-bulk.ts";
import { columnsOf } from "#lists/list-columns.ts";
import { shownColumns, shownOf } from "#ui/column-menu.tsx";
import { FreshChip } from "#ui/fresh-chip.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { Table } from "#ui/table.tsx";
import { useEntryState } from "#ui/use-entry-state.ts";
import { CaseSelection } from "./case-selection.tsx";
import type { useCaseRows } from "./use-case-rows.ts";
import { useRetried } from "./use-retried.ts";

interface CaseTableProps {
  teamId: string;
  scope: CaseScope;
  fields: readonly FieldColumn[];
  list: ReturnType<typeof useCaseRows>;
  onSearch: (search: CaseSearch) => void;
}

const none: ReadonlySet<string> = new Set();

/** The loaded cases, and what can be done with those that are selected or with all that fit. */
export function CaseTable({ teamId, scope, fields, list, onSearch }: CaseTableProps) {
  const { rows, total, query, fresh, left, gone } = list;
  const { queueId, search } = scope;
  /** A case that is not where it was may be further down. */
  const byField = fieldIn(search.sort) !== undefined;
  const [selected, setSelected] = useEntryState<ReadonlySet<string>>(`case-selection ${JSON.stringify(search)}`, none);
  const [everything, setEverything] = useState(false);
  const [act, setAct] = useState<BulkAct>();
  const retried = useRetried(rows);
  const area = useRef<HTMLDivElement>(null);
  const here = rows.filter(({ id }) => !left.has(id)).map(({ id }) => id);
  // What left the list is no more meant by what was selected in it.
  const chosen = left.size === 0 ? selected : new Set([...selected].filter((id) => !left.has(id)));
  const choose = (ids: ReadonlySet<string>) => {
    setEverything(false);
    setSelected(ids);
  };
  const reload = async () => {
    if (!(await list.reload())) return;
    area.current?.querySelector("[data-scroll-restoration-id]")?.scrollTo({ top: 0 });
  };
  const chosenColumns = useHiddenColumns(teamId, caseList);
  const shownFields = shownOf(fields, chosenColumns);
  const cells = { columns: caseColumns, cells: caseCells(gone), beneath: (one: Case) => caseLine(one, gone, shownFields) };
  const [title, ...others] = columnsOf({ list: caseList, ...cells, search, onSearch });
  const columns = [
    ...(title ? [title] : []),
    ...fieldTableColumns(fields, search, onSearch),
    // Labels share the width with the fields.
    ...others.map((column) =>
      column.id === "labels" && shownFields.length > 0 ? { ...column, width: "12%", from: "lg" as const } : column,
    ),
  ];
  const count = everything ? total : chosen.size;
  const wholePage = !everything && here.length < total && here.every((id) => chosen.has(id));
  usePageActions(
    count > 0
      ? [{ id: "delete-cases", label: `Delete ${count} selected`, icon: Trash2, run: () => setAct({ act: { kind: "delete" } }) }]
      : [],
  );
  return (
    <div ref={area} className="relative flex min-h-0 flex-1 flex-col">
      <FreshChip count={fresh} {...(byField ? { moved: left.size > 0 } : { gone: left.size })} onShow={() => void reload()} />
      <Table
        label="Cases"
        rows={rows}
        rowId={({ id }) => id}
        rowLink={({ id }) => pathTo("/t/$teamId/queues/$queueId/cases/$caseId", { teamId, queueId, caseId: id })}
        columns={shownColumns(columns, chosenColumns)}
        // Until the rows of a filter are there, those of the former one are shown: none of them is meant.
        selection={{ ids: everything ? new Set(here) : chosen, except: left, disabled: query.isPlaceholderData, onChange: choose }}
        total={total}
        outdated={query.isPlaceholderData}
        footer={<LoadMore query={query} count={rows.length} what="cases" />}
      />
      {count > 0 ? (
        <CaseSelection
          queueId={queueId}
          count={count}
          all={wholePage ? { total, onSelect: () => setEverything(true) } : undefined}
          onAct={setAct}
          onClear={() => choose(none)}
        />
      ) : null}
      {act ? (
        <BulkDialog
          teamId={teamId}
          queueId={queueId}
          bulk={act}
          count={count}
          chosen={everything ? { all_matching: true, ...selectionOf(scope) } : { case_ids: [...chosen] }}
          matching={everything ? scope : undefined}
          onClose={() => setAct(undefined)}
          onDone={() => {
            const assigned = act.act.kind === "reprocess";
            if (assigned) retried(chosen);
            choose(none);
            // Who assigns cases again waits to see how they end: their rows stay.
            if (assigned) list.lookOn();
            else void list.reload();
          }}
        />
      ) : null}
    </div>
  );
}
