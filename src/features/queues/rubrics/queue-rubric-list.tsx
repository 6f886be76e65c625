import { useState } from "react";
import { useWrite } from "#api/query.ts";
import { createCaseQueueEvalRubric, deleteCaseQueueEvalRubric, type QueueRubric } from "#contract/queues/queue-rubrics.ts";
import { Rubrics } from "#ui/rubrics.tsx";
import { toast, toastFailed } from "#ui/toast.ts";
import { QueueRubricDialog } from "./queue-rubric-dialog.tsx";

export function QueueRubricList({ queueId, rubrics, manages }: { queueId: string; rubrics: readonly QueueRubric[]; manages: boolean }) {
  const [editing, setEditing] = useState<QueueRubric>();
  const add = useWrite(createCaseQueueEvalRubric);
  const remove = useWrite(deleteCaseQueueEvalRubric);
  const discard = ({ id, title, description }: QueueRubric) =>
    remove.mutate(
      { params: { queue_id: queueId, rubric_id: id } },
      {
        onSuccess: () =>
          toast(`“${title}” removed. New cases are not evaluated against it`, {
            undo: () => add.mutate({ params: { queue_id: queueId }, body: { title, description } }, { onError: toastFailed }),
          }),
        onError: toastFailed,
      },
    );
  return (
    <>
      <Rubrics
        rubrics={rubrics}
        origin={({ source }) => (source === "generated" ? "Generated from agent instructions" : undefined)}
        edit={manages ? setEditing : undefined}
        remove={discard}
        removing={remove.isPending}
        kept={rubrics.length === 1 ? "The last rubric cannot be deleted. Edit it, or add another one first" : undefined}
      />
      <QueueRubricDialog open={editing !== undefined} onClose={() => setEditing(undefined)} queueId={queueId} rubric={editing} />
    </>
  );
}
