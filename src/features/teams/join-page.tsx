import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { read } from "#api/query.ts";
import { sessionQuery } from "#api/session-query.ts";
import { type InviteSeen, lookAtInvite } from "#contract/teams/joining.ts";
import { LinkButton } from "#ui/link-button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { EntryFrame } from "#ui/entry-frame.tsx";
import { AcceptInvite, OtherAccount } from "./accept-invite.tsx";
import { JoinByAccount } from "./join-by-account.tsx";
import { ProviderButton } from "./provider-button.tsx";
import { RegisterForm } from "./register-form.tsx";
import { useEntering } from "./use-entering.ts";
import { useSignInWays } from "./use-sign-in-ways.ts";

/** Where the link of an invite leads. The token stands behind the `#`: opening the page accepts nothing. */
export function JoinPage() {
  const [token] = useState(() => location.hash.slice(1));
  const query = useQuery({ ...read(lookAtInvite, { body: { token } }), enabled: token !== "", retry: false });
  if (token === "" || query.error?.status === 409)
    return <NoInvite why={query.error?.message ?? "The address of this page is incomplete. Open the whole link of your invite."} />;
  if (!query.data)
    return (
      <EntryFrame title="Invite">
        <Loaded inline query={query} what="the invite">
          {() => null}
        </Loaded>
      </EntryFrame>
    );
  return <Offer token={token} invite={query.data.invite} />;
}

function NoInvite({ why }: { why: string }) {
  return (
    <EntryFrame title="This invite does not work" lead={<span role="status">{why}</span>}>
      <LinkButton link={pathTo("/", {})}>Open Caseload</LinkButton>
    </EntryFrame>
  );
}

function Offer({ token, invite }: { token: string; invite: InviteSeen }) {
  const { data: session } = useQuery(sessionQuery);
  const [known, setKnown] = useState(invite.account);
  const { passwords } = useSignInWays();
  const entering = useEntering();
  const enter = (teamId: string | null) => void entering("/", teamId);
  if (invite.expired)
    return (
      <NoInvite
        why={`This invite has expired. Ask ${invite.invited_by_name ?? "the person who invited you"} to resend it: the same link then works again.`}
      />
    );
  const to = invite.team_name ?? invite.organization_name;
  const lead = `${invite.invited_by_name ? `${invite.invited_by_name} invites you` : "You are invited"} to ${to}${invite.team_name === null ? "" : ` (${invite.organization_name})`} as ${invite.role}.`;
  const other = session && invite.email !== null && invite.email !== session.user.email;
  const footer = session || invite.email !== null || !passwords ? undefined : <Switch known={known} onChange={setKnown} />;
  return (
    <EntryFrame title={`Join ${to}`} lead={lead} footer={footer}>
      {session ? (
        other ? (
          <OtherAccount wanted={invite.email ?? ""} present={session.user.email} />
        ) : (
          <AcceptInvite token={token} as={session.user.name ?? session.user.email} onDone={enter} />
        )
      ) : (
        <>
          {!passwords ? (
            <ProviderAlone email={invite.email} />
          ) : known ? (
            <JoinByAccount email={invite.email} />
          ) : (
            <RegisterForm token={token} email={invite.email} onDone={enter} onKnown={() => setKnown(true)} />
          )}
          <ProviderButton to={`/join#${token}`} />
        </>
      )}
    </EntryFrame>
  );
}

function ProviderAlone({ email }: { email: string | null }) {
  return (
    <p className="mb-4 text-ink-2">
      {email === null ? (
        "Sign in to join."
      ) : (
        <>
          Sign in as <span className="font-medium break-all">{email}</span> to join.
        </>
      )}
    </p>
  );
}

function Switch({ known, onChange }: { known: boolean; onChange: (known: boolean) => void }) {
  return (
    <button
      type="button"
      className="h-6 rounded-sm px-1 text-ink-2 underline underline-offset-2 hover:text-ink"
      onClick={() => onChange(!known)}
    >
      {known ? "Create an account instead" : "I already have an account"}
    </button>
  );
}
