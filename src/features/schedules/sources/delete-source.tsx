import { useDeletion } from "#api/deletion.ts";
import { useWrite } from "#api/query.ts";
import { type WebhookSource, deleteWebhookSource } from "#contract/schedules/webhook-sources.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Consequences } from "#ui/consequences.tsx";
import { toast } from "#ui/toast.ts";
import { sourceDeletionRead } from "./queries.ts";

export function DeleteSource({ source, onClose }: { source: WebhookSource | undefined; onClose: () => void }) {
  const remove = useWrite(deleteWebhookSource);
  return (
    <ConfirmDialog
      open={source !== undefined}
      onClose={onClose}
      title="Delete this webhook source?"
      action="Delete webhook source"
      {...(source && { typedName: source.name })}
      onConfirm={async () => {
        if (!source) return;
        await remove.mutateAsync({ params: { source_id: source.id } });
        toast(`${source.name} deleted`);
      }}
    >
      <p>It stops accepting events, and its stored events are deleted. Runs that they started continue.</p>
      {source ? <Losers id={source.id} /> : null}
    </ConfirmDialog>
  );
}

function Losers({ id }: { id: string }) {
  return <Consequences query={useDeletion(sourceDeletionRead(id))} />;
}
