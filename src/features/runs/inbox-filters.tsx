import { Table2 } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import { inboxList } from "#contract/runs/inbox-list.ts";
import { ListFilters } from "#lists/list-filters.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Toolbar } from "#ui/toolbar.tsx";
import type { InboxFilter } from "./queries.ts";

interface InboxFiltersProps {
  teamId: string;
  filter: InboxFilter;
  /** Whether the approvals of cases are offered as a table, where many are decided at once. */
  table: boolean;
  onChange: (filter: InboxFilter) => void;
}

/** Narrows what waits to one kind, to one agent, and to the cases of one queue. */
export function InboxFilters({ teamId, filter, table, onChange }: InboxFiltersProps) {
  return (
    <Toolbar
      label="Filter"
      end={
        table ? (
          <LinkButton icon={Table2} fold link={pathTo("/t/$teamId/inbox", { teamId }, { tab: "approvals" })}>
            Case approvals
          </LinkButton>
        ) : null
      }
    >
      <ListFilters teamId={teamId} list={inboxList} search={filter} onSearch={onChange} />
    </Toolbar>
  );
}
