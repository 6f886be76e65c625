import { useState } from "react";
import { useWrite } from "#api/query.ts";
import { createEvalRubric, deleteEvalRubric, type EvalRubric } from "#contract/agents/eval-rubrics.ts";
import { Rubrics } from "#ui/rubrics.tsx";
import { toast, toastFailed } from "#ui/toast.ts";
import { RubricDialog } from "./rubric-dialog.tsx";

export function RubricList({ agentId, rubrics, mayEdit }: { agentId: string; rubrics: readonly EvalRubric[]; mayEdit: boolean }) {
  const [editing, setEditing] = useState<EvalRubric>();
  const add = useWrite(createEvalRubric);
  const remove = useWrite(deleteEvalRubric);
  const discard = ({ id, title, description }: EvalRubric) =>
    remove.mutate(
      { params: { agentId, rubricId: id } },
      {
        onSuccess: () =>
          toast(`“${title}” removed. New runs are not evaluated against it`, {
            undo: () => add.mutate({ params: { agentId }, body: { title, description } }, { onError: toastFailed }),
          }),
        onError: toastFailed,
      },
    );
  return (
    <>
      <Rubrics rubrics={rubrics} edit={mayEdit ? setEditing : undefined} remove={discard} removing={remove.isPending} />
      <RubricDialog open={editing !== undefined} onClose={() => setEditing(undefined)} agentId={agentId} rubric={editing} />
    </>
  );
}
