import { Bot, X } from "lucide-react";
import { useFieldValue } from "#api/form.ts";
import { pathTo } from "#api/path-to.ts";
import { useNameOf } from "#lists/object-choice.tsx";
import { Field } from "#ui/field.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { AnyLink } from "#ui/link.tsx";
import { AgentChoice } from "./agent-choice.tsx";
import type { StepForm } from "./step-form.ts";

interface AgentsFieldProps {
  form: StepForm["form"];
  name: string;
  teamId: string;
  /** The agent whose revision it is. */
  agentId: string;
  label: string;
  hint: string;
  hideLabel?: boolean;
}

/** Several agents of the team. */
export function AgentsField({ form, name, teamId, agentId, label, hint, hideLabel = false }: AgentsFieldProps) {
  const chosen = useFieldValue(form, name) as readonly string[];
  const error = form.errorOf(name) ?? chosen.map((_, index) => form.errorOf(`${name}.${index}`)).find(Boolean);
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel}>
      <AgentChoice
        teamId={teamId}
        without={[agentId, ...chosen]}
        value={null}
        onChange={(id) => id !== null && form.set(name, [...chosen, id])}
        placeholder="Add an agent"
      />
      {chosen.length > 0 ? (
        <ul aria-label={`${label}: chosen agents`} className="mt-2 flex flex-col">
          {chosen.map((id) => (
            <ChosenAgent
              key={id}
              teamId={teamId}
              id={id}
              onRemove={() =>
                form.set(
                  name,
                  chosen.filter((other) => other !== id),
                )
              }
            />
          ))}
        </ul>
      ) : null}
    </Field>
  );
}

function ChosenAgent({ teamId, id, onRemove }: { teamId: string; id: string; onRemove: () => void }) {
  const name = useNameOf("agent", id);
  return (
    <li className="flex min-h-7 items-center gap-2 text-sm">
      <Bot size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
      <AnyLink link={pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: id })} className="min-w-0 flex-1 truncate hover:underline">
        {name}
      </AnyLink>
      <IconButton size="sm" icon={X} label={`Remove ${name}`} onClick={onRemove} />
    </li>
  );
}
