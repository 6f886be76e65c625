import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "#api/query.ts";
import { listAgents } from "#contract/agents/agents.ts";
import { queuesRead } from "#features/queues/queries.ts";
import { Combobox } from "#ui/combobox.tsx";
import { Field } from "#ui/field.tsx";
import { useSettled } from "#ui/use-settled.ts";

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
  const [typed, setTyped] = useState("");
  const search = useSettled(typed.trim(), 150).slice(0, 200);
  const query = { limit: "20", ...(search ? { search } : {}) };
  const found = useQuery(read(listAgents, { params: { teamId: props.teamId }, query }, { keepPrevious: true }));
  return <Choice {...props} label="Agent" options={found.data?.agents ?? []} onSearch={setTyped} loading={found.isFetching} />;
}

export function QueueOfTrigger(props: ChoiceProps) {
  const [typed, setTyped] = useState("");
  const search = useSettled(typed.trim(), 150).slice(0, 200);
  const found = useQuery(queuesRead(props.teamId, search ? { search } : {}));
  return <Choice {...props} label="Queue" options={found.data?.queues ?? []} onSearch={setTyped} loading={found.isFetching} />;
}

interface Choices extends ChoiceProps {
  label: string;
  options: readonly Named[];
  onSearch: (text: string) => void;
  loading: boolean;
}

function Choice({ value, onChange, missing, label, options, onSearch, loading }: Choices) {
  const all = value && !options.some(({ id }) => id === value.id) ? [value, ...options] : options;
  return (
    <Field label={label} error={missing && !value ? `Choose ${label === "Agent" ? "an agent" : "a queue"}` : undefined}>
      <Combobox
        options={all.map(({ id, name }) => ({ value: id, label: name }))}
        value={value?.id ?? null}
        onChange={(id) => onChange(all.find((one) => one.id === id))}
        onSearch={onSearch}
        loading={loading}
      />
    </Field>
  );
}
