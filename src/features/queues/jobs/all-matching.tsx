import { useQuery } from "@tanstack/react-query";
import { type CaseScope, countsRead } from "#features/queues/case-queries.ts";
import { caseList } from "#contract/queues/case-list.ts";
import type { CaseSearch } from "#features/queues/case-search.ts";
import { casesInWords, filterWord, priorityWord } from "#features/queues/case-words.ts";
import { useFieldWords } from "#features/queues/filter/use-field-words.ts";
import { type FilterWords, filtersInWords } from "#lists/list-words.ts";
import { counted } from "#ui/counted.ts";

interface AllMatchingProps {
  scope: CaseScope;
  count: number;
  stops: boolean;
  /** There is a way back, though not for all of them at once. */
  undoable: boolean;
}

/** Says which cases are meant by all that match, and how many of them a run has. */
export function AllMatching({ scope, count, stops, undoable }: AllMatchingProps) {
  const { status } = scope.search;
  const inProgress = useQuery({ ...countsRead(scope), enabled: stops }).data?.counts.in_progress ?? 0;
  const runs = status === undefined || status === "open" || status === "claimed" ? inProgress : 0;
  return (
    <>
      <p className="font-medium [overflow-wrap:anywhere]">{matchInWords(scope.search, count, useFieldWords(scope.queueId))}</p>
      <p>
        Applies to every case that matches when you confirm.
        {stops && runs > 0 ? ` ${counted(runs, "case has", "cases have")} an active run, which is stopped.` : ""}
        {undoable ? " This cannot be undone in one step." : ""}
      </p>
    </>
  );
}

function matchInWords(
  { search, status, priority, label, layout: _, order: _order, ...rest }: CaseSearch,
  count: number,
  words: FilterWords,
): string {
  const others = [
    ...(status ? [filterWord(status).toLowerCase()] : []),
    ...(priority ? [priority === "none" ? "no priority" : `${priorityWord(priority).toLowerCase()} priority`] : []),
    ...filtersInWords(caseList, rest, words),
    ...(label ? [`label “${label[0] ? `${label[0]}: ` : ""}${label[1]}”`] : []),
  ];
  const cases = casesInWords(count);
  if (search) return `${[`${cases} that ${count === 1 ? "matches" : "match"} “${search}”`, ...others].join(", ")}.`;
  return others.length > 0 ? `${cases}: ${others.join(", ")}.` : `${cases}: every case in this queue.`;
}
