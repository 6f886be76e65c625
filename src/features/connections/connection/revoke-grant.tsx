import { useDeletion } from "#api/deletion.ts";
import { useWrite } from "#api/query.ts";
import type { Connection } from "#contract/connections/connections.ts";
import { type ConnectionGrant, revokeConnectionGrant } from "#contract/connections/grants.ts";
import { grantRevocationRead } from "#features/connections/queries.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Consequences } from "#ui/consequences.tsx";
import { toast } from "#ui/toast.ts";

interface RevokeGrantProps {
  connection: Connection;
  grant: ConnectionGrant | undefined;
  onClose: () => void;
}

/** Takes a connection from another team, with who stops there listed first. */
export function RevokeGrant({ connection, grant, onClose }: RevokeGrantProps) {
  const revoke = useWrite(revokeConnectionGrant);
  return (
    <ConfirmDialog
      open={grant !== undefined}
      onClose={onClose}
      title={`Stop ${grant?.team_name ?? "this team"} from using it?`}
      action="Revoke"
      onConfirm={async () => {
        if (!grant) return;
        await revoke.mutateAsync({ params: { connection_id: connection.id, team_id: grant.team_id } });
        toast(`${grant.team_name} can no longer use ${connection.name}`);
      }}
    >
      <p>Its runs lose the connection immediately, and every revision there needs another one.</p>
      {grant ? <Losers connectionId={connection.id} teamId={grant.team_id} /> : null}
    </ConfirmDialog>
  );
}

function Losers({ connectionId, teamId }: { connectionId: string; teamId: string }) {
  return <Consequences query={useDeletion(grantRevocationRead(connectionId, teamId), undefined, teamId)} />;
}
