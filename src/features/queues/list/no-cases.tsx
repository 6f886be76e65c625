import { Inbox, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { type CaseFilterWord, type CaseSearch, isNarrowed } from "#features/queues/case-search.ts";
import { filterWord } from "#features/queues/case-words.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";

interface NoCasesProps {
  search: CaseSearch;
  /** Cases that arrived since the list was read. */
  fresh: number;
  create: ReactNode;
  onClear: () => void;
  onReload: () => void;
}

/** An empty list: no case fits, none is in that state, or there never was one. */
export function NoCases({ search, fresh, create, onClear, onReload }: NoCasesProps) {
  if (fresh > 0) {
    return (
      <EmptyState icon={Inbox} title="Cases arrived" action={<Button onClick={onReload}>Show them</Button>}>
        The list was empty a moment ago.
      </EmptyState>
    );
  }
  if (isNarrowed(search)) {
    return (
      <EmptyState icon={SearchX} title="No case fits" action={<Button onClick={onClear}>Clear the filters</Button>}>
        No case of this queue fits {search.search ? `“${search.search}” and ` : ""}the filters.
      </EmptyState>
    );
  }
  if (search.status) {
    return (
      <EmptyState icon={Inbox} title={`${filterWord(search.status)}: none`}>
        {noneWords(search.status)}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Inbox} title="No cases yet" action={create}>
      A case is one piece of work. People, programs and agents put cases into the queue.
    </EmptyState>
  );
}

function noneWords(status: CaseFilterWord): string {
  switch (status) {
    case "success":
      return "A case counts as a success once it is completed and every verdict on it is in its favour.";
    case "issues":
      return "A case is listed here once it was judged and is no success: a verdict is against it, or it failed.";
    case "judged":
      return "A case that an agent worked on is judged when it ends.";
    default:
      return "No case of this queue is in this state now.";
  }
}
