import { useDeletion } from "#api/deletion.ts";
import { useWrite } from "#api/query.ts";
import { deleteSecret, type Secret } from "#contract/connections/secrets.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Consequences } from "#ui/consequences.tsx";
import { toast } from "#ui/toast.ts";
import { secretDeletionRead } from "./queries.ts";

export function DeleteSecret({ secret, onClose }: { secret: Secret | undefined; onClose: () => void }) {
  const remove = useWrite(deleteSecret);
  return (
    <ConfirmDialog
      open={secret !== undefined}
      onClose={onClose}
      title="Delete this secret?"
      action="Delete secret"
      {...(secret && { typedName: secret.name })}
      onConfirm={async () => {
        if (!secret) return;
        await remove.mutateAsync({ params: { id: secret.id } });
        toast(`${secret.name} deleted`);
      }}
    >
      <p>Its values are deleted immediately and every revision loses it. New runs do not get its variables.</p>
      {secret ? <Losers id={secret.id} /> : null}
    </ConfirmDialog>
  );
}

function Losers({ id }: { id: string }) {
  return <Consequences query={useDeletion(secretDeletionRead(id))} />;
}
