import { useDeletion } from "#api/deletion.ts";
import { useWrite } from "#api/query.ts";
import { useSession } from "#api/session.ts";
import { deleteCredential, type ListedLogin } from "#contract/connections/logins.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Consequences } from "#ui/consequences.tsx";
import { toast } from "#ui/toast.ts";
import { LastSignIn } from "./login-uses.tsx";
import { loginTitle } from "./login-words.ts";
import { loginDeletionRead } from "./queries.ts";

export function DeleteLogin({ teamId, login, onClose }: { teamId: string; login: ListedLogin | undefined; onClose: () => void }) {
  const { user } = useSession();
  const remove = useWrite(deleteCredential);
  return (
    <ConfirmDialog
      open={login !== undefined}
      onClose={onClose}
      title="Delete this login?"
      action="Delete login"
      {...(login && { typedName: login.domain })}
      onConfirm={async () => {
        if (!login) return;
        await remove.mutateAsync({ params: { teamId, userId: user.id, id: login.id } });
        toast(`${loginTitle(login)} deleted`);
      }}
    >
      <p>Its password and TOTP key are deleted immediately and every revision loses it. New runs cannot sign in with it.</p>
      {login ? (
        <p className="mt-2">
          <LastSignIn login={login} />
        </p>
      ) : null}
      {login ? <Losers teamId={teamId} userId={user.id} id={login.id} /> : null}
    </ConfirmDialog>
  );
}

function Losers(params: { teamId: string; userId: string; id: string }) {
  return <Consequences query={useDeletion(loginDeletionRead(params))} />;
}
