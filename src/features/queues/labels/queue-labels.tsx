import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus, Tag, Trash2 } from "lucide-react";
import { useState } from "react";
import { useDeletion } from "#api/deletion.ts";
import { useWrite } from "#api/query.ts";
import { type CountedLabel, deleteQueueLabel } from "#contract/queues/labels.ts";
import { labelDeletionRead, labelsRead } from "#features/queues/queries.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Consequences } from "#ui/consequences.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { SearchBox } from "#ui/search-box.tsx";
import type { Column } from "#ui/table-column.ts";
import { Table } from "#ui/table.tsx";
import { toast } from "#ui/toast.ts";
import { Toolbar } from "#ui/toolbar.tsx";
import { LabelChip } from "./label-chip.tsx";
import { LabelForm } from "./label-form.tsx";
import { labelWords } from "./label-text.ts";

type Act = { kind: "edit" | "delete"; label: CountedLabel } | { kind: "new" };

interface QueueLabelsProps {
  teamId: string;
  queueId: string;
  search: string;
  onSearch: (text: string, step?: { replace: boolean }) => void;
}

export function QueueLabels({ teamId, queueId, search, onSearch }: QueueLabelsProps) {
  const labels = useQuery(labelsRead(queueId, search));
  const [act, setAct] = useState<Act>();
  const close = () => setAct(undefined);
  const newButton = (
    <Button icon={Plus} onClick={() => setAct({ kind: "new" })}>
      New label
    </Button>
  );
  return (
    <>
      <Loaded query={labels} what="the labels of this queue">
        {({ labels: rows }) =>
          rows.length === 0 && !search ? (
            <EmptyState icon={Tag} title="No labels yet" action={newButton}>
              Labels sort queue cases. Use a plain word such as “urgent”, or a key with a value such as “month: March”.
            </EmptyState>
          ) : (
            <>
              <Toolbar label="Labels" end={newButton}>
                <SearchBox label="Search labels" value={search} onSearch={onSearch} />
              </Toolbar>
              {rows.length === 0 ? (
                <NoMatch what="labels" onClear={() => onSearch("")}>
                  No label in this queue has “{search}” in its name.
                </NoMatch>
              ) : (
                <Table
                  label="Labels"
                  rows={rows}
                  rowId={(row) => row.id}
                  rowLink={({ key, value }) => ({
                    to: "/t/$teamId/queues/$queueId",
                    params: { teamId, queueId },
                    search: { label: [key, value] },
                  })}
                  columns={columns(setAct)}
                  comfortable
                />
              )}
            </>
          )
        }
      </Loaded>
      <LabelForm
        key={act && "label" in act ? act.label.id : "new"}
        open={act?.kind === "new" || act?.kind === "edit"}
        queueId={queueId}
        label={act?.kind === "edit" ? act.label : undefined}
        onClose={close}
      />
      {act?.kind === "delete" ? <DeleteLabel queueId={queueId} label={act.label} onClose={close} /> : null}
    </>
  );
}

function DeleteLabel({ queueId, label, onClose }: { queueId: string; label: CountedLabel; onClose: () => void }) {
  const remove = useWrite(deleteQueueLabel);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Delete this label?"
      action="Delete label"
      onConfirm={async () => {
        await remove.mutateAsync({ params: { queue_id: queueId, label_id: label.id } });
        toast(`Label “${labelWords(label)}” deleted`);
      }}
    >
      <p>
        <LabelChip label={label} />
      </p>
      <p>This cannot be undone.</p>
      <Takes queueId={queueId} labelId={label.id} />
    </ConfirmDialog>
  );
}

function Takes({ queueId, labelId }: { queueId: string; labelId: string }) {
  return <Consequences query={useDeletion(labelDeletionRead(queueId, labelId))} />;
}

function columns(onAct: (act: Act) => void): readonly Column<CountedLabel>[] {
  return [
    { id: "label", header: "Label", cell: (row) => <LabelChip label={row} /> },
    { id: "cases", header: "Cases", width: "88px", align: "end", cell: (row) => row.case_count.toLocaleString("en") },
    {
      id: "actions",
      header: "",
      width: "96px",
      align: "end",
      cell: (row) => (
        <span className="relative z-1 inline-flex">
          <IconButton icon={Pencil} size="sm" label={`Edit ${row.value}`} onClick={() => onAct({ kind: "edit", label: row })} />
          <IconButton icon={Trash2} size="sm" label={`Delete ${row.value}`} onClick={() => onAct({ kind: "delete", label: row })} />
        </span>
      ),
    },
  ];
}
