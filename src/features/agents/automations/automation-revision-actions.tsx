import { useNavigate } from "@tanstack/react-router";
import { CopyPlus, Ellipsis, Play, Trash2, Undo2 } from "lucide-react";
import { useState } from "react";
import { curlOf } from "#api/client.ts";
import { useWrite } from "#api/query.ts";
import { activateAutomationRevision, deleteAutomationRevision } from "#contract/agents/automation-revisions.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { copyText } from "#ui/copy-text.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu, type MenuEntry } from "#ui/menu.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { toast } from "#ui/toast.ts";
import { ActivateDialog } from "./activate-dialog.tsx";
import type { AutomationRevisionProps } from "./automation-revision-page.tsx";
import { useNewDraft } from "./use-new-draft.ts";

export function AutomationRevisionActions({ teamId, automation, revision }: AutomationRevisionProps) {
  const navigate = useNavigate();
  const params = { automation_id: automation.id, revision_id: revision.id };
  const [open, setOpen] = useState<"activate" | "delete">();
  const close = () => setOpen(undefined);
  const draft = useNewDraft(teamId, automation.id);
  const remove = useWrite(deleteAutomationRevision, {
    // Before anything is read again: the page of the draft would ask for what is gone.
    onSuccess: () =>
      navigate({
        to: "/t/$teamId/automations/$automationId",
        params: { teamId, automationId: automation.id },
        search: { tab: "revisions" },
      }),
  });
  const isDraft = revision.status === "draft";
  const activateWord = isDraft ? "Activate" : "Roll back to this";
  const begin = () => void draft.begin(revision.id);
  const deleting: readonly MenuEntry[] = [
    "separator",
    { label: "Delete draft", icon: Trash2, danger: true, onSelect: () => setOpen("delete") },
  ];
  usePageActions([
    ...(revision.status === "active"
      ? []
      : [{ id: "activate", label: activateWord, icon: isDraft ? Play : Undo2, run: () => setOpen("activate") }]),
    { id: "draft-of-it", label: "New draft from this revision", icon: CopyPlus, decides: true, run: begin },
  ]);
  return (
    <>
      {isDraft ? null : (
        <Button icon={CopyPlus} pending={draft.busy} onClick={begin}>
          New draft from it
        </Button>
      )}
      {revision.status === "active" ? null : (
        <Button tone="primary" icon={isDraft ? Play : Undo2} onClick={() => setOpen("activate")}>
          {activateWord}
        </Button>
      )}
      <Menu
        trigger={<IconButton icon={Ellipsis} label="More actions" />}
        entries={[
          ...(isDraft ? [{ label: "New draft from this one", icon: CopyPlus, onSelect: begin }] : []),
          { label: "Copy id", onSelect: () => copyText(revision.id) },
          {
            label: "Copy as curl",
            note: "Activates it through the API",
            onSelect: () => copyText(curlOf(activateAutomationRevision, { params, body: {} })),
          },
          ...(isDraft ? deleting : []),
        ]}
      />
      <ActivateDialog open={open === "activate"} onClose={close} {...{ teamId, automation, revision }} />
      <ConfirmDialog
        open={open === "delete"}
        onClose={close}
        title="Delete this draft?"
        action="Delete draft"
        onConfirm={async () => {
          await remove.mutateAsync({ params });
          toast("Draft deleted");
        }}
      >
        <p>Its settings are deleted. Agents, their revisions and queues stay. This cannot be undone.</p>
      </ConfirmDialog>
    </>
  );
}
