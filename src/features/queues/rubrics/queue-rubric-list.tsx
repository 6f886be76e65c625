import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useWrite } from "#api/query.ts";
import { createCaseQueueEvalRubric, deleteCaseQueueEvalRubric, type QueueRubric } from "#contract/queues/queue-rubrics.ts";
import { Badge } from "#ui/badge.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { problemOf } from "#ui/problem.ts";
import { toast } from "#ui/toast.ts";
import { QueueRubricDialog } from "./queue-rubric-dialog.tsx";

export function QueueRubricList({ queueId, rubrics, manages }: { queueId: string; rubrics: readonly QueueRubric[]; manages: boolean }) {
  const [editing, setEditing] = useState<QueueRubric>();
  const add = useWrite(createCaseQueueEvalRubric);
  const remove = useWrite(deleteCaseQueueEvalRubric);
  const failed = (error: unknown) => toast(problemOf(error).message, { failed: true });
  const discard = ({ id, title, description }: QueueRubric) =>
    remove.mutate(
      { params: { queue_id: queueId, rubric_id: id } },
      {
        onSuccess: () =>
          toast(`“${title}” removed. New cases are not evaluated against it`, {
            undo: () => add.mutate({ params: { queue_id: queueId }, body: { title, description } }, { onError: failed }),
          }),
        onError: failed,
      },
    );
  return (
    <>
      <ul aria-label="Rubrics" className="divide-y divide-line rounded-md border border-line">
        {rubrics.map((rubric) => (
          <li key={rubric.id} className="flex items-start gap-3 px-3 py-2.5">
            <div className="min-w-0 flex-1">
              <h3 className="flex flex-wrap items-center gap-x-2 font-medium break-words">
                {rubric.title}
                {rubric.source === "generated" ? <Badge>Written automatically</Badge> : null}
              </h3>
              <p className="text-sm break-words text-ink-2">{rubric.description}</p>
            </div>
            {manages ? (
              <span className="flex shrink-0 gap-1">
                <IconButton icon={Pencil} size="sm" label={`Edit ${rubric.title}`} onClick={() => setEditing(rubric)} />
                <IconButton
                  icon={Trash2}
                  size="sm"
                  label={
                    rubrics.length === 1 ? "The last rubric cannot be deleted. Edit it, or add another one first" : `Delete ${rubric.title}`
                  }
                  disabled={remove.isPending || rubrics.length === 1}
                  onClick={() => discard(rubric)}
                />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      <QueueRubricDialog open={editing !== undefined} onClose={() => setEditing(undefined)} queueId={queueId} rubric={editing} />
    </>
  );
}
