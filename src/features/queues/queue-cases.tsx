import { useQuery } from "@tanstack/react-query";
import { Download, FileUp, Plus } from "lucide-react";
import { useState } from "react";
import type { Queue } from "#contract/queues/queues.ts";
import { Button } from "#ui/button.tsx";
import { ExportProgress } from "#ui/export-progress.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { useShortcuts } from "#ui/shortcuts.ts";
import { Tabs } from "#ui/tabs.tsx";
import { Toolbar } from "#ui/toolbar.tsx";
import { useEntryKey } from "#ui/use-entry-state.ts";
import { useCaseExport } from "./case-export.ts";
import { countsRead } from "./case-queries.ts";
import { CaseFilterBar } from "./case-filter-bar.tsx";
import { type CaseSearch, caseStates, isNarrowed } from "./case-search.ts";
import { CaseTable } from "./case-table.tsx";
import { casesInWords, caseStatusWord, displayOf } from "./case-words.ts";
import { NewCaseDialog } from "./new-case.tsx";
import { NoCases } from "./no-cases.tsx";
import { ViewMenu } from "./view-menu.tsx";
import { useCaseRows } from "./use-case-rows.ts";

interface QueueCasesProps {
  teamId: string;
  queue: Queue;
  search: CaseSearch;
  onSearch: (search: CaseSearch, options?: { replace: boolean }) => void;
}

/** The cases of a queue, by state. */
export function QueueCases({ teamId, queue, search, onSearch }: QueueCasesProps) {
  const scope = { queueId: queue.id, search };
  const list = useCaseRows(scope, useEntryKey());
  const [making, setMaking] = useState(false);
  const create = { keys: "c", label: "New case", run: () => setMaking(true) };
  const exporting = useCaseExport(queue, scope);
  const exportAll = () => exporting.start("csv");
  usePageActions([
    { id: "new-case", icon: Plus, ...create },
    ...(list.total > 0 ? [{ id: "export-cases", label: "Export these cases as CSV", icon: Download, run: exportAll }] : []),
  ]);
  useShortcuts("Cases", [create]);
  const newButton = (
    <Button tone="primary" icon={Plus} onClick={() => setMaking(true)}>
      New case
    </Button>
  );
  const importButton = (
    <LinkButton icon={FileUp} link={`/t/${teamId}/queues/${queue.id}/import`}>
      Import
    </LinkButton>
  );
  const { status, ...others } = search;
  const narrowed = useQuery({ ...countsRead(scope), enabled: isNarrowed(search) }).data?.counts;
  const counts = isNarrowed(search) ? narrowed : queue.case_counts;
  const none = Object.values(queue.case_counts).every((count) => count === 0);
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <Tabs
        label="State of the cases"
        tabs={[
          { value: "all", label: "All", ...(all === undefined ? {} : { count: all }) },
          ...caseStates.map((word) => ({
            value: word,
            label: caseStatusWord(displayOf(word)),
            ...(counts ? { count: counts[displayOf(word)] } : {}),
          })),
        ]}
        value={status ?? "all"}
        onChange={(next) => onSearch(next === "all" ? others : { ...others, status: next })}
      />
      <Toolbar
        label="Filter"
        end={
          <>
            <span role="status" className="text-sm text-ink-2">
              {list.query.data ? casesInWords(list.total) : ""}
            </span>
            {list.total > 0 ? (
              <Button icon={Download} pending={exporting.progress !== null} onClick={exportAll}>
                Export
              </Button>
            ) : null}
            {none ? null : importButton}
            {none ? null : newButton}
          </>
        }
      >
        <ViewMenu teamId={teamId} queueId={queue.id} search={search} />
        <CaseFilterBar queueId={queue.id} search={search} onChange={onSearch} />
      </Toolbar>
      {exporting.progress ? <ExportProgress {...exporting.progress} what="cases" onCancel={exporting.cancel} /> : null}
      <Loaded query={list.query} what="the cases of this queue">
        {() =>
          list.rows.length === 0 ? (
            <NoCases
              search={search}
              fresh={list.fresh}
              create={
                <>
                  {newButton}
                  {importButton}
                </>
              }
              onClear={() => onSearch(status ? { status } : {})}
              onReload={() => void list.reload()}
            />
          ) : (
            <CaseTable
              // What is selected under one filter is not under another.
              key={JSON.stringify(search)}
              teamId={teamId}
              scope={scope}
              list={list}
              onSearch={(to) => onSearch(to, { replace: true })}
            />
          )
        }
      </Loaded>
      <NewCaseDialog open={making} onClose={() => setMaking(false)} queueId={queue.id} onDone={() => void list.reload()} />
    </>
  );
}
