import { useState } from "react";
import { call } from "#api/client.ts";
import { useWrite } from "#api/query.ts";
import { acceptInvite } from "#contract/teams/joining.ts";
import { signOut } from "#contract/teams/session.ts";
import { Button } from "#ui/button.tsx";
import { useWhileShown } from "#ui/while-shown.ts";

interface AcceptInviteProps {
  token: string;
  as: string;
  onDone: (teamId: string | null) => void;
}

export function AcceptInvite({ token, as, onDone }: AcceptInviteProps) {
  const accept = useWrite(acceptInvite);
  const whileShown = useWhileShown();
  return (
    <div className="flex flex-col gap-4">
      <p>You are signed in as {as}.</p>
      {accept.error ? (
        <p role="alert" className="text-failed">
          {accept.error.message}
        </p>
      ) : null}
      <Button
        tone="primary"
        autoFocus
        pending={accept.isPending}
        onClick={() => accept.mutate({ body: { token } }, { onSuccess: ({ team_id }) => whileShown(() => onDone(team_id)) })}
      >
        Join
      </Button>
    </div>
  );
}

/** Somebody else is signed in than the invite is for. */
export function OtherAccount({ wanted, present }: { wanted: string; present: string }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const leave = async () => {
    setBusy(true);
    try {
      await call(signOut, {});
      // The token stays behind the `#` of the address.
      location.reload();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : "You are still signed in.");
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-col gap-4">
      <p>
        This invite is for <strong className="font-medium break-all">{wanted}</strong>. You are signed in as{" "}
        <strong className="font-medium break-all">{present}</strong>.
      </p>
      <p className="text-ink-2">Sign out to accept it with the other address, or ask for an invite to the one you use.</p>
      {failure ? (
        <p role="alert" className="text-failed">
          {failure}
        </p>
      ) : null}
      <Button tone="primary" autoFocus pending={busy} onClick={() => void leave()}>
        Sign out and continue
      </Button>
    </div>
  );
}
