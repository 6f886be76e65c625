import { waitingList } from "#contract/runs/inbox-list.ts";
import { ListFilters } from "#lists/list-filters.tsx";
import { Toolbar } from "#ui/toolbar.tsx";
import type { InboxFilter } from "./queries.ts";

interface InboxFiltersProps {
  teamId: string;
  filter: InboxFilter;
  onChange: (filter: InboxFilter) => void;
}

/** Narrows what waits to one agent, and to the cases of one queue. */
export function InboxFilters({ teamId, filter, onChange }: InboxFiltersProps) {
  return (
    <Toolbar label="Filter">
      <ListFilters teamId={teamId} list={waitingList} search={filter} onSearch={onChange} />
    </Toolbar>
  );
}
