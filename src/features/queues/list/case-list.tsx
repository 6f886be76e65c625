import { type ReactNode, useEffect, useEffectEvent } from "react";
import { caseList } from "#contract/queues/case-list.ts";
import type { CaseScope } from "#features/queues/case-queries.ts";
import type { CaseSearch } from "#features/queues/case-search.ts";
import type { FieldColumn } from "#features/queues/cells/field-columns.ts";
import { cleared, isNarrowed } from "#lists/list-words.ts";
import { Loaded } from "#ui/loaded.tsx";
import { useEntryKey } from "#ui/use-entry-state.ts";
import { CaseTable } from "./case-table.tsx";
import { NoCases } from "./no-cases.tsx";
import { useCaseRows } from "./use-case-rows.ts";

interface CaseListProps {
  teamId: string;
  scope: CaseScope;
  /** Of the queue's schema. */
  fields: readonly FieldColumn[];
  /** How often somebody made a case here: each time it is to be seen at once. */
  made: number;
  /** What an empty queue offers. */
  create: ReactNode;
  onSearch: (search: CaseSearch, options?: { replace: boolean }) => void;
}

/** The cases as a table. */
export function CaseList({ teamId, scope, fields, made, create, onSearch }: CaseListProps) {
  const list = useCaseRows(scope, useEntryKey());
  const { search } = scope;
  const reload = useEffectEvent(() => void list.reload());
  useEffect(() => {
    if (made > 0) reload();
  }, [made]);
  return (
    <Loaded query={list.query} what="the cases of this queue">
      {() =>
        list.rows.length === 0 ? (
          <NoCases
            queueId={scope.queueId}
            search={search}
            create={create}
            // The state is kept as long as it is not what leaves nothing.
            onClear={() => onSearch(isNarrowed(caseList, search) ? cleared(caseList, search) : {})}
          />
        ) : (
          <CaseTable
            // What is selected under one filter is not under another.
            key={JSON.stringify(search)}
            teamId={teamId}
            scope={scope}
            fields={fields}
            list={list}
            onSearch={onSearch}
          />
        )
      }
    </Loaded>
  );
}
