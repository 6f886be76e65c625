import { casePriorities } from "#contract/queues/case.ts";
import type { TriggerFilter } from "#contract/schedules/trigger-filter.ts";
import type { TriggerSlug } from "#contract/schedules/trigger-words.ts";
import { ObjectChoice } from "#lists/object-choice.tsx";
import { ConditionsField } from "./conditions-field.tsx";
import { Field } from "#ui/field.tsx";
import { Select } from "#ui/select.tsx";
import { TextInput } from "#ui/text-input.tsx";

interface FilterFieldsProps {
  teamId: string;
  slug: TriggerSlug;
  filter: TriggerFilter;
  errorOf: (place: string) => string | undefined;
  onChange: (filter: TriggerFilter) => void;
}

const optional = { required: false } as const;

/** What an event has to be about. An empty field lets every event through. */
export function FilterFields({ teamId, slug, filter, errorOf, onChange }: FilterFieldsProps) {
  const set = (field: Exclude<keyof TriggerFilter, "conditions">, value: string | null) => {
    const { [field]: _, ...rest } = filter;
    onChange(value ? { ...rest, [field]: value } : rest);
  };
  if (slug === "webhook") {
    const { conditions = [], ...rest } = filter;
    return (
      <>
        <Field
          label="Type of event"
          hint="The “type” of its content"
          limits={{ required: false, maxLength: 200 }}
          error={errorOf("event_type")}
        >
          <TextInput placeholder="Every type" value={filter.event_type ?? ""} onChange={({ target }) => set("event_type", target.value)} />
        </Field>
        <ConditionsField
          conditions={conditions}
          errorOf={errorOf}
          onChange={(next) => onChange({ ...rest, ...(next.length > 0 && { conditions: next }) })}
        />
      </>
    );
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {slug === "cases" ? (
        <Field label="In queue" limits={optional} error={errorOf("queue_id")}>
          <ObjectChoice
            teamId={teamId}
            of="queue"
            label="In queue"
            placeholder="Every queue"
            value={filter.queue_id ?? null}
            onChange={(id) => set("queue_id", id)}
            className=""
          />
        </Field>
      ) : null}
      <Field label="By agent" limits={optional} error={errorOf("agent_id")}>
        <ObjectChoice
          teamId={teamId}
          of="agent"
          label="By agent"
          placeholder="Every agent"
          value={filter.agent_id ?? null}
          onChange={(id) => set("agent_id", id)}
          className=""
        />
      </Field>
      {slug === "cases" ? (
        <Field label="Priority" limits={optional} error={errorOf("priority")}>
          <Select
            empty="Every priority"
            value={filter.priority ?? ""}
            options={casePriorities.toReversed().map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }))}
            onChange={({ target }) => set("priority", target.value)}
          />
        </Field>
      ) : null}
      <Field label="Title contains" limits={{ required: false, maxLength: 200 }} error={errorOf("title_contains")}>
        <TextInput value={filter.title_contains ?? ""} onChange={({ target }) => set("title_contains", target.value)} />
      </Field>
    </div>
  );
}
