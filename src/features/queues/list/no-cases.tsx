import { Inbox } from "lucide-react";
import type { ReactNode } from "react";
import { caseList } from "#contract/queues/case-list.ts";
import type { CaseFilterWord, CaseSearch } from "#features/queues/case-search.ts";
import { filterWord } from "#features/queues/case-words.ts";
import { useFieldWords } from "#features/queues/filter/use-field-words.ts";
import { isNarrowed, soughtInWords } from "#lists/list-words.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { NoMatch } from "#ui/no-match.tsx";

interface NoCasesProps {
  queueId: string;
  search: CaseSearch;
  create: ReactNode;
  onClear: () => void;
}

/** An empty list: no case fits, none is in that state, or there never was one. */
export function NoCases({ queueId, search, create, onClear }: NoCasesProps) {
  const words = useFieldWords(queueId);
  if (isNarrowed(caseList, search)) {
    return (
      <NoMatch what="cases" onClear={onClear}>
        Filters: {soughtInWords(caseList, search, words)}
        {(search.field ?? search.field2 ?? search.field3)
          ? " A field matches only its whole value, with the same capital letters. The search finds parts of it."
          : null}
      </NoMatch>
    );
  }
  if (search.status) {
    return (
      <NoMatch what={{ title: `${filterWord(search.status)}: none` }} onClear={onClear}>
        {noneWords(search.status)}
      </NoMatch>
    );
  }
  return (
    <EmptyState icon={Inbox} title="No cases yet" action={create}>
      A case is one piece of work. People, programs and agents add cases to the queue.
    </EmptyState>
  );
}

function noneWords(status: CaseFilterWord): string {
  switch (status) {
    case "success":
      return "A case passes once it is completed and passes every rubric.";
    case "issues":
      return "Cases that failed, or did not pass a rubric, are listed here.";
    case "judged":
      return "Cases handled by an agent are evaluated when they close.";
    case "open":
      return "Every case of this queue has come to its end.";
    default:
      return "No case in this queue has this state now.";
  }
}
