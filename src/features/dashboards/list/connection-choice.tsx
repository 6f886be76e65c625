import type { Connection } from "#contract/connections/connections.ts";
import { mostConnections } from "#contract/dashboards/connections.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field } from "#ui/field.tsx";

interface ConnectionChoiceProps {
  connections: readonly Connection[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  error: string | undefined;
}

/** What the agent of a dashboard can read with from its first words on. */
export function ConnectionChoice({ connections, chosen, onChange, error }: ConnectionChoiceProps) {
  const isFull = chosen.length >= mostConnections;
  return (
    <Field
      group
      label="Connections"
      limits={{ required: false }}
      error={error}
      hint={
        isFull
          ? `A dashboard has at most ${mostConnections} connections.`
          : "The agent only calls tools that read, and asks you before it uses one for the first time."
      }
    >
      <div className="flex max-h-44 flex-col gap-2 overflow-y-auto py-1">
        {connections.map(({ id, name, user_id, broken_reason }) => {
          const checked = chosen.includes(id);
          const whose = user_id === null ? "Shared with the team" : "Only you use it";
          return (
            <Checkbox
              key={id}
              label={<span className="break-words">{name}</span>}
              hint={broken_reason === null ? whose : `${whose}. It is broken: reconnect it, or the agent cannot read with it.`}
              checked={checked}
              disabled={isFull && !checked}
              onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))}
            />
          );
        })}
      </div>
    </Field>
  );
}
