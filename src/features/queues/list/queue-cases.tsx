import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useHiddenColumns } from "#api/list-columns.ts";
import { exportFields, readExport } from "#api/list-export.ts";
import { pathTo } from "#api/path-to.ts";
import type { ViewSource } from "#api/view-source.ts";
import { casesIn } from "#contract/queues/case.ts";
import { exportCases } from "#contract/queues/case-export.ts";
import type { Queue } from "#contract/queues/queues.ts";
import { CaseBoard } from "#features/queues/board/case-board.tsx";
import { countsRead, selectionOf } from "#features/queues/case-queries.ts";
import { type CaseSearch, isNarrowed } from "#features/queues/case-search.ts";
import { casesInWords, countOf } from "#features/queues/case-words.ts";
import { caseColumns } from "#features/queues/cells/case-columns.tsx";
import { HeldUp } from "./held-up.tsx";
import { useCaseViews } from "#features/queues/views/use-case-views.ts";
import { ColumnMenu, shownColumns } from "#ui/column-menu.tsx";
import { type ExportChoice, ExportMenu } from "#ui/export-menu.tsx";
import { useMedia } from "#ui/media.ts";
import { Toolbar } from "#ui/toolbar.tsx";
import { useExport } from "#ui/use-export.ts";
import { CaseFilterBar } from "./case-filter-bar.tsx";
import { CaseListMenu } from "./case-list-menu.tsx";
import { CaseList } from "./case-list.tsx";
import { LayoutChoice } from "./layout-choice.tsx";
import { StateTabs } from "./state-tabs.tsx";

/** By their names only. */
const columns = caseColumns("desc", () => undefined, new Set());

export type ViewMenuOf = (source: ViewSource<CaseSearch>) => ReactNode;

interface QueueCasesProps {
  teamId: string;
  queue: Queue;
  search: CaseSearch;
  /** How often somebody made a case here. */
  made: number;
  /** What an empty queue offers. */
  create: ReactNode;
  /** The menu of saved views; it is of every list. */
  viewMenu: ViewMenuOf;
  onSearch: (search: CaseSearch, options?: { replace: boolean }) => void;
}

/** The cases of a queue: filters, and what they leave as a table or as a board. */
export function QueueCases({ teamId, queue, search, made, create, viewMenu, onSearch }: QueueCasesProps) {
  const { layout, ...shown } = search;
  const narrow = useMedia("(max-width: 599px)");
  const scope = { queueId: queue.id, search: shown };
  const chosenColumns = useHiddenColumns(teamId, "cases");
  const views = useCaseViews(teamId, queue.id, search);
  const narrowed = useQuery({ ...countsRead(scope), enabled: isNarrowed(shown) }).data?.counts;
  const counts = isNarrowed(shown) ? narrowed : queue.case_counts;
  const all = counts && casesIn(counts);
  const total = shown.status ? counts && countOf(counts, shown.status) : all;
  const none = casesIn(queue.case_counts) === 0;
  const exporting = useExport<ExportChoice>({
    read: (choice, reading) => {
      const body = {
        ...selectionOf(scope),
        ...(shown.order ? { sort_order: shown.order } : {}),
        ...exportFields(exportCases.exports, choice),
      };
      return readExport(exportCases, { params: { queue_id: queue.id }, body }, reading);
    },
    total: total ?? 0,
    words: ["case", "cases"],
  });
  return (
    <>
      {layout === "board" ? null : <StateTabs counts={counts} search={shown} onSearch={onSearch} />}
      <Toolbar
        label="Filter"
        end={
          <>
            <span role="status" className="text-sm text-ink-2 max-sm:sr-only">
              {total === undefined ? "" : casesInWords(total)}
            </span>
            {narrow ? (
              <CaseListMenu
                importing={pathTo("/t/$teamId/queues/$queueId/import", { teamId, queueId: queue.id })}
                search={search}
                onSearch={onSearch}
              />
            ) : (
              <>
                {layout === "board" ? null : <ColumnMenu columns={columns} {...chosenColumns} />}
                <LayoutChoice search={search} onSearch={onSearch} />
              </>
            )}
            <ExportMenu
              exporting={exporting}
              shown={layout === "board" ? undefined : shownColumns(columns, chosenColumns).map(({ id }) => id)}
            />
          </>
        }
      >
        {viewMenu(views)}
        <CaseFilterBar queueId={queue.id} search={search} onChange={onSearch} />
      </Toolbar>
      {layout === "board" && !none ? (
        <CaseBoard teamId={teamId} scope={scope} counts={counts} made={made} />
      ) : (
        <CaseList teamId={teamId} scope={scope} made={made} create={create} onSearch={onSearch} />
      )}
      <HeldUp teamId={teamId} queue={queue} />
    </>
  );
}
