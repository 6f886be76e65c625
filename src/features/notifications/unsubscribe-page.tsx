import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read, useWrite } from "#api/query.ts";
import { pathTo } from "#api/path-to.ts";
import { lookAtUnsubscribe, unsubscribe } from "#contract/notifications/unsubscribing.ts";
import { Button } from "#ui/button.tsx";
import { EntryFrame } from "#ui/entry-frame.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Loaded } from "#ui/loaded.tsx";

const title = "Emails about your work";

/** Where the last link of an email leads. The token stands behind the `#`: opening the page ends nothing. */
export function UnsubscribePage() {
  const [token] = useState(() => location.hash.slice(1));
  const query = useQuery({ ...read(lookAtUnsubscribe, { body: { token } }), enabled: token !== "", retry: false });
  const stop = useWrite(unsubscribe);
  if (token === "" || query.error?.status === 404 || query.error?.status === 400)
    return (
      <EntryFrame
        title="This link does not work"
        lead={<span role="status">The address is incomplete. Open the whole link of the email.</span>}
      >
        <LinkButton link={pathTo("/", {})}>Open Caseload</LinkButton>
      </EntryFrame>
    );
  if (!query.data)
    return (
      <EntryFrame title={title}>
        <Loaded inline query={query} what="which emails these are">
          {() => null}
        </Loaded>
      </EntryFrame>
    );
  const { team_name, address } = query.data.subscription;
  if (stop.isSuccess)
    return (
      <EntryFrame title="Unsubscribed">
        <p role="status" className="break-words">
          {address} gets no more emails about the team {team_name}. You can choose some again in the settings of your notifications.
        </p>
      </EntryFrame>
    );
  return (
    <EntryFrame
      title={title}
      lead={
        <span className="break-words">
          End all emails about the team {team_name} to {address}? The console still shows what happens.
        </span>
      }
    >
      <div className="flex flex-col items-start gap-3">
        <Button tone="primary" disabled={stop.isPending} onClick={() => stop.mutate({ query: { token } })}>
          End emails
        </Button>
        {stop.error ? (
          <p role="alert" className="text-sm text-failed">
            {stop.error.message}
          </p>
        ) : null}
      </div>
    </EntryFrame>
  );
}
