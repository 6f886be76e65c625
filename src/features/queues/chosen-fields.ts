import type { CaseFilters } from "#contract/queues/case-filters.ts";
import type { CaseSearch } from "./case-search.ts";

/** How an address names the fields that a list is narrowed by. */
export const fieldNames = ["field", "field2", "field3"] as const;
export type ChosenFields = Pick<CaseSearch, (typeof fieldNames)[number]>;

/** The same as the service takes them: two values of one field are either of them. */
export function chosenFields(search: ChosenFields): Pick<CaseFilters, "fields"> {
  const fields = new Map<string, string[]>();
  for (const name of fieldNames) {
    const [place, value] = search[name] ?? [];
    if (place === undefined || value === undefined) continue;
    fields.set(place, [...new Set([...(fields.get(place) ?? []), value])]);
  }
  return fields.size === 0 ? {} : { fields: Object.fromEntries(fields) };
}
