import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import type { Artifact } from "#contract/dashboards/dashboard.ts";
import { updateDashboard } from "#contract/dashboards/dashboards.ts";
import { titleOf } from "#features/dashboards/dashboard-words.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { toast, toastFailed } from "#ui/toast.ts";

export function RenameDashboard({ open, onClose, artifact }: { open: boolean; onClose: () => void; artifact: Artifact }) {
  return (
    <Dialog open={open} onClose={onClose} title="Rename dashboard">
      <RenameForm artifact={artifact} onClose={onClose} />
    </Dialog>
  );
}

function RenameForm({ artifact, onClose }: { artifact: Artifact; onClose: () => void }) {
  const update = useWrite(updateDashboard);
  const params = { artifactId: artifact.id };
  const former = titleOf(artifact);
  const form = useContractForm(updateDashboard, {
    defaultValues: { title: former },
    submit: ({ title }) => update.mutateAsync({ params, body: { title } }),
    onDone: ({ title }) => {
      const undo = () => void update.mutateAsync({ params, body: { title: former } }).catch(toastFailed);
      if (title !== former) toast("Renamed", { undo });
      onClose();
    },
  });
  return (
    <Form {...form.props} submit="Rename" onCancel={onClose}>
      <Field label="Title" {...form.field("title")}>
        <TextInput autoFocus autoComplete="off" onFocus={(event) => event.target.select()} />
      </Field>
    </Form>
  );
}
