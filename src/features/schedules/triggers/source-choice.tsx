import { useQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import { hasTools, isMailbox } from "#contract/connections/connection-words.ts";
import type { Connection } from "#contract/connections/connections.ts";
import type { TriggerSlug } from "#contract/schedules/trigger-words.ts";
import { Field, type FieldProps } from "#ui/field.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Select } from "#ui/select.tsx";
import { allSourcesRead, ownConnectionsRead } from "#features/schedules/queries.ts";

interface SourceChoiceProps extends Pick<FieldProps, "error"> {
  teamId: string;
  slug: TriggerSlug;
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

/** The webhook source or the connection that a trigger listens to. */
export function SourceChoice({ slug, ...props }: SourceChoiceProps) {
  // Also while the choices are loaded, this is the field that an error is about.
  return (
    <div data-field="integration_instance_id">
      {slug === "webhook" ? <WebhookChoice {...props} /> : <ConnectionChoice {...props} mailbox={slug === "imap"} />}
    </div>
  );
}

type ChoiceProps = Omit<SourceChoiceProps, "slug">;

function WebhookChoice({ teamId, ...choice }: ChoiceProps) {
  return (
    <Loaded inline query={useQuery(allSourcesRead(teamId))} what="the webhook sources of this team">
      {({ sources }) => (
        <OneOf
          {...choice}
          label="Webhook source"
          empty="Choose a source"
          options={sources.map(({ id, name, enabled }) => ({ value: id, label: enabled ? name : `${name} (paused)` }))}
          none="Another service needs an address to send its events to, and this team has none yet."
          open={{ words: "Open webhook sources", link: pathTo("/t/$teamId/webhook-sources", { teamId }) }}
        />
      )}
    </Loaded>
  );
}

function ConnectionChoice({ teamId, mailbox, ...choice }: ChoiceProps & { mailbox: boolean }) {
  return (
    <Loaded inline query={useQuery(ownConnectionsRead(teamId))} what="your connections">
      {(connections) => (
        <OneOf
          {...choice}
          label={mailbox ? "Mailbox" : "Connection"}
          empty={mailbox ? "Choose a mailbox" : "Choose a connection"}
          options={connections
            .filter((each) => each.provider !== "native" && (mailbox ? isMailbox(each.server_url) : hasTools(each)))
            .map((connection) => ({ value: connection.id, label: labelOf(connection) }))}
          none={`A trigger needs a connection to ${mailbox ? "a mailbox" : "an MCP server"}, and you have none yet.`}
          open={{ words: "Open connections", link: pathTo("/t/$teamId/connections", { teamId }) }}
        />
      )}
    </Loaded>
  );
}

function labelOf({ name, granted_from, broken_at }: Connection): string {
  return `${name}${granted_from ? `, from ${granted_from.name}` : ""}${broken_at === null ? "" : " (broken)"}`;
}

interface OneOfProps extends Omit<ChoiceProps, "teamId"> {
  label: string;
  empty: string;
  options: { value: string; label: string }[];
  none: string;
  open: { words: string; link: string };
}

function OneOf({ label, empty, options, none, open, value, error, onChange }: OneOfProps) {
  if (options.length === 0)
    return (
      <p role={error ? "alert" : undefined} className={error ? "text-failed" : "text-ink-2"}>
        {none}{" "}
        <AnyLink link={open.link} className="text-accent-ink underline underline-offset-2">
          {open.words}
        </AnyLink>
      </p>
    );
  return (
    <Field label={label} limits={{ required: true }} error={error}>
      <Select
        autoFocus
        empty={empty}
        value={value ?? ""}
        options={options}
        onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
      />
    </Field>
  );
}
