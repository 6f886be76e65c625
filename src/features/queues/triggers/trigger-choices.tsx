import { useQuery } from "@tanstack/react-query";
import { read } from "#api/query.ts";
import { listAgents } from "#contract/agents/agents.ts";
import { queuesRead } from "#features/queues/queries.ts";
import { Combobox, type ComboboxProps } from "#ui/combobox.tsx";
import { Field } from "#ui/field.tsx";
import { useOptionSearch } from "#ui/use-option-search.ts";

interface Named {
  readonly id: string;
  readonly name: string;
}

interface ChoiceProps {
  teamId: string;
  value: Named | undefined;
  onChange: (chosen: Named | undefined) => void;
  /** Whether to say that something has to be chosen. */
  missing: boolean;
}

export function AgentOfTrigger(props: ChoiceProps) {
  const { setTyped, search, settling } = useOptionSearch();
  const query = { limit: "20", ...(search ? { search } : {}) };
  const found = useQuery(read(listAgents, { params: { teamId: props.teamId }, query }, { keepPrevious: true }));
  return (
    <Choice
      {...props}
      label="Agent"
      options={found.data?.agents ?? []}
      onSearch={setTyped}
      from={found}
      loading={settling || found.isFetching}
    />
  );
}

export function QueueOfTrigger(props: ChoiceProps) {
  const { setTyped, search, settling } = useOptionSearch();
  const found = useQuery(queuesRead(props.teamId, search ? { search } : {}));
  return (
    <Choice
      {...props}
      label="Queue"
      options={found.data?.queues ?? []}
      onSearch={setTyped}
      from={found}
      loading={settling || found.isFetching}
    />
  );
}

interface Choices extends ChoiceProps {
  label: string;
  options: readonly Named[];
  onSearch: (text: string) => void;
  from: NonNullable<ComboboxProps["from"]>;
  loading: boolean;
}

function Choice({ value, onChange, missing, label, options, onSearch, from, loading }: Choices) {
  const all = value && !options.some(({ id }) => id === value.id) ? [value, ...options] : options;
  return (
    <Field label={label} error={missing && !value ? `Choose ${label === "Agent" ? "an agent" : "a queue"}` : undefined}>
      <Combobox
        options={all.map(({ id, name }) => ({ value: id, label: name }))}
        value={value?.id ?? null}
        onChange={(id) => onChange(all.find((one) => one.id === id))}
        onSearch={onSearch}
        from={from}
        loading={loading}
      />
    </Field>
  );
}
