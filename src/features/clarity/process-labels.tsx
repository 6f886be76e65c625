import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "#api/query.ts";
import type { AssignedLabel } from "#contract/clarity/node.ts";
import { assignClarityProcessLabels, unlinkClarityProcessLabels } from "#contract/clarity/process-labels.ts";
import { toast, toastFailed } from "#ui/toast.ts";
import { ChoiceDialog } from "./choice-dialog.tsx";
import { PanelPart } from "./panel-part.tsx";
import { ProcessLabel } from "./process-label.tsx";
import { labelsRead } from "./queries.ts";

interface ProcessLabelsProps {
  orgId: string;
  processId: string;
  labels: readonly AssignedLabel[];
  mayChange: boolean;
}

/** The labels of a process. A value that no label has makes one. */
export function ProcessLabels({ orgId, processId, labels, mayChange }: ProcessLabelsProps) {
  const [adding, setAdding] = useState(false);
  const assign = useWrite(assignClarityProcessLabels);
  const unlink = useWrite(unlinkClarityProcessLabels);
  const params = { id: processId };
  const remove = ({ id, value }: AssignedLabel) => {
    const undo = () => void assign.mutateAsync({ params, body: { labelIds: [id] } }).catch(toastFailed);
    unlink.mutate({ params, body: { labelIds: [id] } }, { onSuccess: () => toast(`${value} removed`, { undo }), onError: toastFailed });
  };
  const known = useQuery({ ...labelsRead(orgId), enabled: adding });
  const options = (known.data ?? [])
    .filter(({ id }) => !labels.some((label) => label.id === id))
    .map(({ id, value }) => ({ value: id, label: value }));
  const add = async (value: string | null) => {
    if (value === null) return;
    const isKnown = options.some((option) => option.value === value);
    // The same value has the same hue whoever makes it.
    const made = { value, colorHue: [...value].reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) % 360, 0) };
    await assign.mutateAsync({ params, body: isKnown ? { labelIds: [value] } : { labels: [made] } });
  };
  return (
    <PanelPart title="Labels" add={mayChange ? { label: "Add a label", run: () => setAdding(true) } : undefined}>
      {labels.length === 0 ? (
        <p className="text-sm text-ink-3">No labels yet.</p>
      ) : (
        <div className="flex flex-wrap gap-1.5">
          {labels.map((label) => (
            <ProcessLabel key={label.id} label={label} onRemove={mayChange ? () => remove(label) : undefined} />
          ))}
        </div>
      )}
      <ChoiceDialog
        open={adding}
        onClose={() => setAdding(false)}
        title="Add a label"
        label="Label"
        hint="Choose one, or type another value"
        free
        options={options}
        submit="Add label"
        onChoose={add}
      />
    </PanelPart>
  );
}
