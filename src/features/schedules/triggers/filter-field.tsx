import { casePriorities } from "#contract/queues/case.ts";
import type { FilterField as Named, TriggerFilter } from "#contract/schedules/trigger-filter.ts";
import { ObjectChoice } from "#lists/object-choice.tsx";
import { capitalized } from "#ui/capitalized.ts";
import { Field } from "#ui/field.tsx";
import { NumberInput } from "#ui/number-input.tsx";
import { Select } from "#ui/select.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { ConditionsField } from "./conditions-field.tsx";
import { filterWords } from "./filter-words.ts";

interface FilterFieldProps {
  teamId: string;
  field: Named;
  filter: TriggerFilter;
  errorOf: (place: string) => string | undefined;
  /** Null: every event. */
  onChange: (value: TriggerFilter[Named] | null) => void;
}

const bytesPerKilobyte = 1_000;

/** One thing that an event has to be about. */
export function FilterField({ teamId, field, filter, errorOf, onChange }: FilterFieldProps) {
  if (field === "conditions")
    return (
      <div className="sm:col-span-2">
        <ConditionsField
          conditions={filter.conditions ?? []}
          errorOf={errorOf}
          onChange={(next) => onChange(next.length > 0 ? next : null)}
        />
      </div>
    );
  const { label, hint, any, maxLength } = filterWords[field];
  return (
    <Field label={label} {...(hint && { hint })} limits={{ required: false, ...(maxLength && { maxLength }) }} error={errorOf(field)}>
      <Input teamId={teamId} field={field} label={label} any={any} filter={filter} onChange={onChange} />
    </Field>
  );
}

interface InputProps extends Pick<FilterFieldProps, "teamId" | "filter" | "onChange"> {
  field: Exclude<Named, "conditions">;
  label: string;
  any: string | undefined;
}

function Input({ teamId, field, label, any = "", filter, onChange }: InputProps) {
  switch (field) {
    case "queue_id":
    case "agent_id":
      return (
        <ObjectChoice
          teamId={teamId}
          of={field === "queue_id" ? "queue" : "agent"}
          label={label}
          placeholder={any}
          value={filter[field] ?? null}
          onChange={onChange}
          className=""
        />
      );
    case "priority":
      return (
        <Select
          empty={any}
          value={filter.priority ?? ""}
          options={casePriorities.toReversed().map((value) => ({ value, label: capitalized(value) }))}
          onChange={({ target }) => onChange(casePriorities.find((each) => each === target.value) ?? null)}
        />
      );
    case "has_attachment":
      return (
        <Select
          empty={any}
          value={filter.has_attachment === undefined ? "" : String(filter.has_attachment)}
          options={[
            { value: "true", label: "With files" },
            { value: "false", label: "Without files" },
          ]}
          onChange={({ target }) => onChange(target.value === "" ? null : target.value === "true")}
        />
      );
    case "larger_than":
    case "smaller_than": {
      const bytes = filter[field];
      return (
        <NumberInput
          unit="kB"
          placeholder={any}
          value={bytes === undefined ? "" : bytes / bytesPerKilobyte}
          onChange={({ target }) =>
            /^\d{0,12}$/.test(target.value) && onChange(target.value === "" ? null : Number(target.value) * bytesPerKilobyte)
          }
        />
      );
    }
    default:
      return <TextInput placeholder={any} value={filter[field] ?? ""} onChange={({ target }) => onChange(target.value || null)} />;
  }
}
