import { useDeletion } from "#api/deletion.ts";
import { useWrite } from "#api/query.ts";
import { type Connection, deleteConnection } from "#contract/connections/connections.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Consequences } from "#ui/consequences.tsx";
import { toast } from "#ui/toast.ts";
import { connectionDeletionRead } from "./queries.ts";

interface DeleteConnectionProps {
  connection: Connection | undefined;
  onClose: () => void;
  /** It is gone: leaves its page. */
  onDone: () => void;
}

export function DeleteConnection({ connection, onClose, onDone }: DeleteConnectionProps) {
  const remove = useWrite(deleteConnection, { onSuccess: onDone });
  return (
    <ConfirmDialog
      open={connection !== undefined}
      onClose={onClose}
      title="Delete this connection?"
      action="Delete connection"
      {...(connection && { typedName: connection.name })}
      onConfirm={async () => {
        if (!connection) return;
        await remove.mutateAsync({ params: { connection_id: connection.id } });
        toast(`${connection.name} deleted`);
      }}
    >
      <p>Everything that it signs in with is deleted immediately, and every revision loses it.</p>
      {connection ? <Losers id={connection.id} /> : null}
    </ConfirmDialog>
  );
}

function Losers({ id }: { id: string }) {
  return <Consequences query={useDeletion(connectionDeletionRead(id))} />;
}
