import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { pathTo } from "#api/path-to.ts";
import { casesIn } from "#contract/queues/case.ts";
import { caseColumns } from "#contract/queues/case-columns.ts";
import { exportCases } from "#contract/queues/case-export.ts";
import { caseFailureNames } from "#contract/queues/case-failures.ts";
import { fieldIn } from "#contract/list.ts";
import { caseList } from "#contract/queues/case-list.ts";
import type { Queue } from "#contract/queues/queues.ts";
import { type FieldColumn, fieldColumns } from "#features/queues/cells/field-columns.ts";
import { CaseBoard } from "#features/queues/board/case-board.tsx";
import { countsRead, selectionOf } from "#features/queues/case-queries.ts";
import type { CaseSearch } from "#features/queues/case-search.ts";
import { countOf } from "#features/queues/case-words.ts";
import { fieldControls } from "#features/queues/filter/field-filter.ts";
import { labelsRead } from "#features/queues/queries.ts";
import { queueSchemaRead } from "#features/queues/schema/schema-queries.ts";
import { CaseViews } from "#features/queues/views/case-views.tsx";
import { ListBar } from "#lists/list-bar.tsx";
import { isNarrowed } from "#lists/list-words.ts";
import { useFirstAnswers } from "#ui/loaded.tsx";
import { useMedia } from "#ui/media.ts";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { CaseListMenu } from "./case-list-menu.tsx";
import { CaseList } from "./case-list.tsx";
import { HeldUp } from "./held-up.tsx";
import { LayoutChoice } from "./layout-choice.tsx";
import { NoCases } from "./no-cases.tsx";
import { StateTabs } from "./state-tabs.tsx";

const [title, ...others] = Object.entries(caseColumns).map(([id, { header }]) => ({ id, header }));
/** Fields stand behind the title; a file has all of them under one name. */
const namedColumns = (fields: readonly FieldColumn[]) => [
  ...(title ? [title] : []),
  ...fields.map((field) => ({ ...field, file: "data" })),
  ...others,
];

interface QueueCasesProps {
  teamId: string;
  queue: Queue;
  search: CaseSearch;
  /** How often somebody made a case here. */
  made: number;
  /** What an empty queue offers. */
  create: ReactNode;
  /** What assigns an agent; absent for who may not. */
  assign: ReactNode;
  onSearch: (search: CaseSearch, options?: { replace: boolean }) => void;
}

/** Without the order of a field that there is no more: no column would show it. */
function inKnownOrder({ sort, ...search }: CaseSearch, fields: readonly FieldColumn[]): CaseSearch {
  const { order: _, ...unordered } = search;
  const field = fieldIn(sort);
  if (sort === undefined || field === undefined) return search;
  return fields.some(({ orders }) => orders === field) ? { sort, ...search } : unordered;
}

/** Links of figures choose it: what is offered is what they chose. */
const causeOf = (code = "") => ({ [code]: caseFailureNames[code] ?? code });

/** The cases of a queue: filters, and what they leave as a table or as a board. */
export function QueueCases({ teamId, queue, search, made, create, assign, onSearch }: QueueCasesProps) {
  const { layout, ...asked } = search;
  const board = layout === "board";
  const narrow = useMedia("(max-width: 599px)");
  const schema = useQuery(queueSchemaRead(queue.id));
  // The columns of a table are known before its rows: another one would move them.
  const known = useFirstAnswers(schema);
  const fields = useMemo(() => fieldColumns(schema.data?.schema), [schema.data]);
  const shown = inKnownOrder(asked, fields);
  const scope = { queueId: queue.id, search: shown };
  const narrowing = isNarrowed(caseList, shown);
  const labels = useQuery(labelsRead(queue.id)).data?.labels ?? [];
  const narrowed = useQuery({ ...countsRead(scope), enabled: narrowing }).data?.counts;
  const counts = narrowing ? narrowed : queue.case_counts;
  const all = counts && casesIn(counts);
  const total = shown.status ? counts && countOf(counts, shown.status) : all;
  const none = casesIn(queue.case_counts) === 0;
  // A file stands in the order in which cases were made.
  const order = shown.order && !shown.sort ? { sort_order: shown.order } : {};
  return (
    <>
      {board ? null : <StateTabs counts={counts} search={shown} onSearch={onSearch} />}
      <ListBar
        {...{ teamId, search, onSearch, total, none }}
        list={caseList}
        columns={board ? [] : namedColumns(fields)}
        countedAbove
        controls={{
          status: { hidden: true },
          label: { labels },
          ...fieldControls(schema.data?.schema, shown),
          failure: { hidden: !shown.failure, options: causeOf(shown.failure) },
        }}
        views={<CaseViews {...{ teamId, search }} queueId={queue.id} />}
        file={{ endpoint: exportCases, params: { queue_id: queue.id }, body: { ...selectionOf(scope), ...order } }}
        atEnd={
          narrow ? (
            <CaseListMenu
              importing={pathTo("/t/$teamId/queues/$queueId/import", { teamId, queueId: queue.id })}
              {...{ search, onSearch }}
            />
          ) : (
            <LayoutChoice {...{ search, onSearch }} />
          )
        }
      />
      {!known ? (
        <SkeletonRows />
      ) : board && narrowing && all === 0 ? (
        <NoCases queueId={queue.id} search={shown} create={null} onClear={() => onSearch({ layout })} />
      ) : board && !none ? (
        <CaseBoard teamId={teamId} scope={scope} counts={counts} made={made} fields={fields} />
      ) : (
        <CaseList {...{ teamId, scope, fields, made, create, onSearch }} />
      )}
      <HeldUp teamId={teamId} queue={queue} assign={assign} />
    </>
  );
}
