import { useDeletion } from "#api/deletion.ts";
import { useWrite } from "#api/query.ts";
import type { Connection } from "#contract/connections/connections.ts";
import { giveUpConnectionGrant } from "#contract/connections/granted-connections.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Consequences } from "#ui/consequences.tsx";
import { toast } from "#ui/toast.ts";
import { givingUpRead } from "./queries.ts";

interface GiveUpGrantProps {
  teamId: string;
  connection: Connection | undefined;
  onClose: () => void;
}

/** Gives up a connection of another team, with who stops here listed first. */
export function GiveUpGrant({ teamId, connection, onClose }: GiveUpGrantProps) {
  const giveUp = useWrite(giveUpConnectionGrant);
  return (
    <ConfirmDialog
      open={connection !== undefined}
      onClose={onClose}
      title="Give up this connection?"
      action="Give up"
      onConfirm={async () => {
        if (!connection) return;
        await giveUp.mutateAsync({ params: { teamId, connection_id: connection.id } });
        toast(`${connection.name} given up`);
      }}
    >
      <p>
        Runs and event triggers of this team lose it immediately. {connection?.granted_from?.name ?? "The other team"} keeps it, and can let
        this team use it again.
      </p>
      {connection ? <Losers teamId={teamId} id={connection.id} /> : null}
    </ConfirmDialog>
  );
}

function Losers({ teamId, id }: { teamId: string; id: string }) {
  return <Consequences query={useDeletion(givingUpRead(teamId, id))} />;
}
