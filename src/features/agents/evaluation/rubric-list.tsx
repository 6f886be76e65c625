import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useWrite } from "#api/query.ts";
import { createEvalRubric, deleteEvalRubric, type EvalRubric } from "#contract/agents/eval-rubrics.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { problemOf } from "#ui/problem.ts";
import { toast } from "#ui/toast.ts";
import { RubricDialog } from "./rubric-dialog.tsx";

export function RubricList({ agentId, rubrics, mayEdit }: { agentId: string; rubrics: readonly EvalRubric[]; mayEdit: boolean }) {
  const [editing, setEditing] = useState<EvalRubric>();
  const add = useWrite(createEvalRubric);
  const remove = useWrite(deleteEvalRubric);
  const failed = (error: unknown) => toast(problemOf(error).message, { failed: true });
  const discard = ({ id, title, description }: EvalRubric) =>
    remove.mutate(
      { params: { agentId, rubricId: id } },
      {
        onSuccess: () =>
          toast(`“${title}” removed. New runs are not evaluated against it`, {
            undo: () => add.mutate({ params: { agentId }, body: { title, description } }, { onError: failed }),
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
              <h3 className="font-medium break-words">{rubric.title}</h3>
              <p className="text-sm break-words text-ink-2">{rubric.description}</p>
            </div>
            {mayEdit ? (
              <span className="flex shrink-0 gap-1">
                <IconButton icon={Pencil} size="sm" label={`Edit ${rubric.title}`} onClick={() => setEditing(rubric)} />
                <IconButton
                  icon={Trash2}
                  size="sm"
                  label={`Delete ${rubric.title}`}
                  disabled={remove.isPending}
                  onClick={() => discard(rubric)}
                />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      <RubricDialog open={editing !== undefined} onClose={() => setEditing(undefined)} agentId={agentId} rubric={editing} />
    </>
  );
}
