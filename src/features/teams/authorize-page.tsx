import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useContractForm } from "#api/form.ts";
import { pathTo } from "#api/path-to.ts";
import { read, useWrite } from "#api/query.ts";
import { useSession } from "#api/session.ts";
import { type Authorization, decideAuthorization, getAuthorization } from "#contract/teams/authorizations.ts";
import { LinkButton } from "#ui/link-button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Progress } from "#ui/progress.tsx";
import { EntryFrame } from "#ui/entry-frame.tsx";
import { Fact } from "./fact.tsx";
import { LetInForm } from "./let-in-form.tsx";

/** Asks whether an AI client may act as the signed-in person. */
export function AuthorizePage({ id }: { id: string }) {
  const query = useQuery({ ...read(getAuthorization, { params: { id } }), retry: false, refetchOnWindowFocus: false });
  if (query.error?.status === 409 || query.error?.status === 400)
    return (
      <EntryFrame title="Nothing to decide" lead={<span role="status">{query.error.message}</span>}>
        <LinkButton link={pathTo("/", {})}>Open Caseload</LinkButton>
      </EntryFrame>
    );
  if (!query.data)
    return (
      <EntryFrame title="Connect an AI client">
        <Loaded inline query={query} what="the request">
          {() => null}
        </Loaded>
      </EntryFrame>
    );
  return <Decision id={id} authorization={query.data.authorization} />;
}

function Decision({ id, authorization }: { id: string; authorization: Authorization }) {
  const { teams, user } = useSession();
  const [left, setLeft] = useState(false);
  const leave = (address: string) => {
    setLeft(true);
    location.assign(address);
  };
  const decide = useWrite(decideAuthorization);
  const decline = useWrite(decideAuthorization, { onSuccess: ({ continue_url }) => leave(continue_url) });
  const form = useContractForm(decideAuthorization, {
    id: `authorize-${id}`,
    defaultValues: { allow: true, team_id: teams[0]?.id ?? null, reads_only: authorization.reads_only },
    submit: (body) => decide.mutateAsync({ params: { id }, body }),
    onDone: ({ continue_url }) => leave(continue_url),
  });
  const { client, host, returns_to } = authorization;
  if (left)
    return (
      <EntryFrame title={`Going back to ${client}`}>
        <Progress label={`Going back to ${client}`} />
      </EntryFrame>
    );
  return (
    <EntryFrame
      title={`Let ${client} in?`}
      lead={
        <>
          It will act in Caseload as you, <span className="break-all text-ink">{user.name ?? user.email}</span>, until you revoke its key.
        </>
      }
      footer="You find its key in your profile, and revoke it there."
    >
      <dl className="mb-5 flex flex-col gap-2 text-sm">
        <Fact term="Who asks">{host ?? "Unknown. The client chose its name, and Caseload cannot check it."}</Fact>
        <Fact term="Where it returns to">{placeOf(returns_to)}</Fact>
      </dl>
      <LetInForm
        form={form}
        submit="Let it in"
        decline={decline}
        onDecline={() => decline.mutate({ params: { id }, body: { allow: false } })}
      />
    </EntryFrame>
  );
}

/** A scheme ends with a colon, as no host does. */
function placeOf(returnsTo: string | null): string {
  if (returnsTo === null) return "A program on this computer";
  return returnsTo.endsWith(":") ? `An app on this computer that opens ${returnsTo} addresses` : returnsTo;
}
