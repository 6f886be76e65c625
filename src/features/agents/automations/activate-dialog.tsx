import { useQuery } from "@tanstack/react-query";
import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { activateAutomationRevision } from "#contract/agents/automation-revisions.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { toast } from "#ui/toast.ts";
import { ActivationPreview } from "./activation-preview.tsx";
import type { AutomationRevisionProps } from "./automation-revision-page.tsx";
import { automationRevisionTitle } from "./automation-revision-names.ts";
import { currentRead } from "./automation-queries.ts";

/** Makes a draft or an earlier revision the active one, after saying what that changes. */
export function ActivateDialog({ open, onClose, ...rest }: AutomationRevisionProps & { open: boolean; onClose: () => void }) {
  const isDraft = rest.revision.status === "draft";
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="md"
      title={isDraft ? "Activate this draft" : `Roll back to ${automationRevisionTitle(rest.revision).toLowerCase()}`}
      description="Everything switches at once. Active runs keep the revision they started with."
    >
      <ActivateForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

function ActivateForm({ onClose, teamId, automation, revision }: AutomationRevisionProps & { onClose: () => void }) {
  const current = useQuery(currentRead(automation.id));
  const activate = useWrite(activateAutomationRevision);
  const form = useContractForm(activateAutomationRevision, {
    defaultValues: { ...(revision.name ? { name: revision.name } : {}), description: revision.description ?? "" },
    submit: ({ name, description, repin_pending_cases }) =>
      activate.mutateAsync({
        params: { automation_id: automation.id, revision_id: revision.id },
        body: { ...(name ? { name } : {}), description: description || null, ...(repin_pending_cases ? { repin_pending_cases } : {}) },
      }),
    onDone: ({ revision: done }) => {
      toast(`${automationRevisionTitle(done)} is active`);
      onClose();
    },
  });
  return (
    <Form {...form.props} submit={revision.status === "draft" ? "Activate" : "Roll back"} onCancel={onClose}>
      <Loaded query={current} what="what runs now" inline>
        {(members) => <ActivationPreview teamId={teamId} automation={automation} revision={revision} current={members} />}
      </Loaded>
      <Field label="Revision name" {...form.field("name")}>
        <TextInput autoFocus autoComplete="off" />
      </Field>
      <Field label="Release note" {...form.field("description")}>
        <Textarea />
      </Field>
      <Checkbox
        label="Also apply to cases already started"
        hint="Runs that have not started yet use this revision. Cases that it routes to another agent wait for that agent."
        {...form.field("repin_pending_cases")}
      />
    </Form>
  );
}
