import type { CaseView } from "#contract/queues/case-views.ts";
import type { CaseSearch } from "#features/queues/case-search.ts";
import { filterWord, priorityWord } from "#features/queues/case-words.ts";

/** What a view shows, as the address holds it: a view is a link. */
export function searchOfView({ status, priority, label, search, sort_order }: CaseView): CaseSearch {
  return {
    ...(status ? { status } : {}),
    ...(priority ? { priority } : {}),
    ...(label ? { label: [label.key ?? "", label.value] as [string, string] } : {}),
    ...(search ? { search } : {}),
    ...(sort_order === "asc" ? { order: "asc" as const } : {}),
  };
}

/** As {@link searchOfView}, the other way round. */
export function viewOfSearch({ status, priority, label, search, order }: CaseSearch) {
  return {
    status: status ?? null,
    priority: priority ?? null,
    label: label ? { key: label[0], value: label[1] } : null,
    search: search ?? null,
    sort_order: order ?? ("desc" as const),
  };
}

export function showsSame(one: CaseSearch, other: CaseSearch): boolean {
  return JSON.stringify(viewOfSearch(one)) === JSON.stringify(viewOfSearch(other));
}

/** What a list shows, in a few words. */
export function shownInWords({ status, priority, label, search, order }: CaseSearch): string {
  const parts = [
    ...(status ? [filterWord(status)] : []),
    ...(priority ? [priorityWord(priority)] : []),
    ...(label ? [label[0] === "" ? label[1] : `${label[0]}: ${label[1]}`] : []),
    ...(search ? [`“${search}”`] : []),
    ...(order === "asc" ? ["oldest first"] : []),
  ];
  return parts.length > 0 ? parts.join(", ") : "All cases, newest first";
}
