import { type TriggerFilter, filterFields } from "#contract/schedules/trigger-filter.ts";
import type { TriggerSlug } from "#contract/schedules/trigger-words.ts";
import { FilterField } from "./filter-field.tsx";

interface FilterFieldsProps {
  teamId: string;
  slug: TriggerSlug;
  filter: TriggerFilter;
  errorOf: (place: string) => string | undefined;
  onChange: (filter: TriggerFilter) => void;
}

/** What an event has to be about. An empty field lets every event through. */
export function FilterFields({ teamId, slug, filter, errorOf, onChange }: FilterFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {filterFields[slug].map((field) => (
        <FilterField
          key={field}
          teamId={teamId}
          field={field}
          filter={filter}
          errorOf={errorOf}
          onChange={(value) => {
            const { [field]: _, ...rest } = filter;
            onChange(value === null ? rest : { ...rest, [field]: value });
          }}
        />
      ))}
    </div>
  );
}
