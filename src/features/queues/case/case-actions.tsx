import { caseStates } from "#api/states/case-states.ts";
import { useNavigate } from "@tanstack/react-router";
import { ChevronDown, Clock3, CopyPlus, Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { curlOf } from "#api/client.ts";
import { useDeletion } from "#api/deletion.ts";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { dropUnsent, lostWith } from "#api/unsent.ts";
import { type Case, caseStatuses, type CaseStatus } from "#contract/queues/case.ts";
import { deleteCase, getCase } from "#contract/queues/cases.ts";
import { whyNotInto } from "#features/queues/by-hand.ts";
import { caseDeletionRead } from "#features/queues/case-queries.ts";
import { ConfirmStop } from "#features/queues/confirm-stop.tsx";
import { useCaseStatus } from "#features/queues/use-case-status.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Consequences } from "#ui/consequences.tsx";
import { copyText } from "#ui/copy-text.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { useGo } from "#ui/link.tsx";
import { Menu } from "#ui/menu.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { toast } from "#ui/toast.ts";
import { EditCase } from "./edit-case.tsx";
import { NewCaseDialog } from "./new-case.tsx";
import { PostponeCase } from "./postpone-case.tsx";
import { useDropRow } from "./use-case-lists.ts";

export function CaseActions({ teamId, one }: { teamId: string; one: Case }) {
  const navigate = useNavigate();
  const go = useGo();
  const drop = useDropRow();
  const [open, setOpen] = useState<"edit" | "new" | "postpone" | "delete" | CaseStatus>();
  const close = () => setOpen(undefined);
  const { set, setting, postpone, release } = useCaseStatus();
  const params = { case_id: one.id };
  const remove = useWrite(deleteCase, {
    // Before anything is read again: the page of the case would ask for what is gone.
    onSuccess: () => {
      drop(one.id);
      return navigate({ to: "/t/$teamId/queues/$queueId", params: { teamId, queueId: one.queue_id } });
    },
  });
  const worked = one.display_status === "in_progress";
  const whyNot = whyNotInto("postponed", one);
  const choose = (status: CaseStatus) => (worked ? setOpen(status) : void set(one, status));
  const status = open !== "edit" && open !== "new" && open !== "postpone" && open !== "delete" ? open : undefined;
  usePageActions([
    { id: "edit-case", label: "Edit the case", icon: Pencil, run: () => setOpen("edit") },
    { id: "new-case-from", label: "New case from this one", icon: CopyPlus, run: () => setOpen("new") },
  ]);
  return (
    <>
      <Button icon={Pencil} onClick={() => setOpen("edit")}>
        Edit
      </Button>
      <Menu
        trigger={
          <Button icon={ChevronDown} pending={setting}>
            Set status
          </Button>
        }
        entries={caseStatuses.map((value) => ({
          label: caseStates[value].word,
          checked: value === one.display_status,
          disabled: value === one.display_status,
          onSelect: () => choose(value),
        }))}
      />
      <Menu
        trigger={<IconButton icon={Ellipsis} label="More actions" />}
        entries={[
          {
            label: one.display_status === "postponed" ? "Postpone to another time…" : "Postpone…",
            icon: Clock3,
            disabled: whyNot !== undefined,
            ...(whyNot ? { note: whyNot } : {}),
            onSelect: () => setOpen("postpone"),
          },
          ...(one.display_status === "postponed" ? [{ label: "Make available now", onSelect: () => void release(one) }] : []),
          { label: "New case from this one…", icon: CopyPlus, onSelect: () => setOpen("new") },
          "separator",
          { label: "Copy id", onSelect: () => copyText(one.id) },
          { label: "Copy as curl", onSelect: () => copyText(curlOf(getCase, { params })) },
          { label: "Delete case", icon: Trash2, danger: true, onSelect: () => setOpen("delete") },
        ]}
      />
      <EditCase open={open === "edit"} onClose={close} one={one} />
      <NewCaseDialog
        open={open === "new"}
        onClose={close}
        queueId={one.queue_id}
        from={one}
        onDone={(made) =>
          toast(`“${made?.title}” created`, {
            action: {
              label: "Open it",
              run: () => go(pathTo("/t/$teamId/queues/$queueId/cases/$caseId", { teamId, queueId: one.queue_id, caseId: made?.id ?? "" })),
            },
          })
        }
      />
      <PostponeCase open={open === "postpone"} onClose={close} one={one} postpone={postpone} />
      <ConfirmStop status={status} onClose={close} onConfirm={(next) => set(one, next)} />
      <ConfirmDialog
        open={open === "delete"}
        onClose={close}
        title="Delete this case?"
        action="Delete case"
        onConfirm={async () => {
          await remove.mutateAsync({ params });
          dropUnsent(one.id);
          toast(`“${one.title}” deleted`);
        }}
      >
        <p>Its history and approvals are deleted too. This cannot be undone.</p>
        <Takes caseId={one.id} />
      </ConfirmDialog>
    </>
  );
}

function Takes({ caseId }: { caseId: string }) {
  return <Consequences query={useDeletion(caseDeletionRead(caseId), () => lostWith(caseId))} />;
}
