import { useQueryClient } from "@tanstack/react-query";
import { useDeletion } from "#api/deletion.ts";
import { useWrite } from "#api/query.ts";
import { detachQueueJsonSchema } from "#contract/queues/queue-json-schema.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Consequences } from "#ui/consequences.tsx";
import { toast } from "#ui/toast.ts";
import { detachmentRead, queueSchemaRead } from "./schema-queries.ts";

interface DetachSchemaProps {
  open: boolean;
  onClose: () => void;
  queueId: string;
  guarded: boolean;
}

export function DetachSchema({ open, onClose, queueId, guarded }: DetachSchemaProps) {
  const client = useQueryClient();
  const detach = useWrite(detachQueueJsonSchema, {
    // The address is not gone with what was taken off it: reading it once more says so.
    onSuccess: async () => void (await client.fetchQuery({ ...queueSchemaRead(queueId), staleTime: 0 }).catch(() => undefined)),
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Detach the fields?"
      action="Detach fields"
      mild
      onConfirm={async () => {
        await detach.mutateAsync({ params: { queue_id: queueId } });
        toast("Fields detached");
      }}
    >
      <p>{guarded ? "The queue requires fields. No case can be added until fields are defined again." : "New cases can have any data."}</p>
      <p>Existing cases keep their data and version. The fields are kept and can be attached again.</p>
      <Takes queueId={queueId} />
    </ConfirmDialog>
  );
}

function Takes({ queueId }: { queueId: string }) {
  return <Consequences query={useDeletion(detachmentRead(queueId))} />;
}
