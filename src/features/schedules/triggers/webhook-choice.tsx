import { useQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import { Field, type FieldProps } from "#ui/field.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Select } from "#ui/select.tsx";
import { allSourcesRead } from "#features/schedules/queries.ts";

interface WebhookChoiceProps extends Pick<FieldProps, "error"> {
  teamId: string;
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

/** The webhook source that a trigger listens to. */
export function WebhookChoice({ teamId, value, error, onChange }: WebhookChoiceProps) {
  const found = useQuery(allSourcesRead(teamId));
  return (
    <Loaded inline query={found} what="the webhook sources of this team">
      {({ sources }) =>
        sources.length === 0 ? (
          <p className="text-ink-2">
            Another service needs an address to send its events to, and this team has none yet.{" "}
            <AnyLink link={pathTo("/t/$teamId/webhook-sources", { teamId })} className="text-accent-ink underline underline-offset-2">
              Open webhook sources
            </AnyLink>
          </p>
        ) : (
          <Field label="Webhook source" limits={{ required: true }} error={error}>
            <Select
              autoFocus
              empty="Choose a source"
              value={value ?? ""}
              options={sources.map(({ id, name, enabled }) => ({ value: id, label: enabled ? name : `${name} (paused)` }))}
              onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
            />
          </Field>
        )
      }
    </Loaded>
  );
}
