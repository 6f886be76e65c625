import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useWrite } from "#api/query.ts";
import { assignCaseLabels, unlinkCaseLabels } from "#contract/queues/case-labels.ts";
import { type Case, NamedLabel } from "#contract/queues/case.ts";
import { labelsRead } from "#features/queues/queries.ts";
import { Combobox } from "#ui/combobox.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { toast, toastFailed } from "#ui/toast.ts";
import { LabelChip } from "./label-chip.tsx";
import { labelOf, labelWords } from "./label-text.ts";

/** The labels of a case. One that the queue does not know yet is made by typing it. */
export function CaseLabels({ one }: { one: Case }) {
  const params = { queue_id: one.queue_id, case_id: one.id };
  const known = useQuery(labelsRead(one.queue_id)).data?.labels ?? [];
  const assign = useWrite(assignCaseLabels);
  const unlink = useWrite(unlinkCaseLabels);
  const put = (label: NamedLabel) => assign.mutateAsync({ params, body: { labels: [label] } }).catch(toastFailed);
  const add = (text: string | null) => {
    if (!text) return;
    const label = known.find(({ id }) => id === text);
    void put(label ? { key: label.key, value: label.value } : labelOf(text));
  };
  const remove = ({ id, key, value }: Case["labels"][number]) =>
    unlink
      .mutateAsync({ params, body: { label_ids: [id] } })
      .then(() => toast(`Label “${labelWords({ key, value })}” removed`, { undo: () => void put({ key, value }) }), toastFailed);
  const free = known.filter(({ id }) => !one.labels.some((label) => label.id === id));
  return (
    <section aria-label="Labels" className="border-t border-line p-4 text-sm">
      <h2 className="mb-2 font-semibold">Labels</h2>
      <ul className="mb-2 flex flex-wrap gap-1 empty:hidden">
        {one.labels.map((label) => (
          <li key={label.id} className="inline-flex items-center">
            <LabelChip label={label} />
            <IconButton icon={X} size="sm" label={`Remove ${label.value}`} onClick={() => void remove(label)} />
          </li>
        ))}
      </ul>
      <Combobox
        label="Add a label"
        placeholder="Add a label, like month: March"
        free
        refuses={whyNotALabel}
        options={free.map(({ id, key, value }) => ({ value: id, label: key === "" ? value : `${key}: ${value}` }))}
        value={null}
        onChange={add}
      />
    </section>
  );
}

function whyNotALabel(text: string): string | undefined {
  const [issue] = NamedLabel.safeParse(labelOf(text)).error?.issues ?? [];
  return issue && `${issue.path[0] === "key" ? "Before the colon" : "A label"}: ${issue.message}.`;
}
