import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { type AgentFolderRow, createAgentFolder, updateAgentFolder } from "#contract/agents/agent-folders.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { toast, toastFailed } from "#ui/toast.ts";

interface FolderNameProps {
  teamId: string;
  onClose: () => void;
  /** Where a new one lies; absent: at the root. */
  parent: AgentFolderRow | undefined;
  /** The one to rename; absent: a new one. */
  folder: AgentFolderRow | undefined;
}

/** Names a new folder, or an old one anew. */
export function FolderNameDialog({ open, ...rest }: FolderNameProps & { open: boolean }) {
  const { folder, parent } = rest;
  return (
    <Dialog
      open={open}
      onClose={rest.onClose}
      title={folder ? "Rename folder" : "New folder"}
      description={parent && !folder ? `In ${parent.name}` : undefined}
    >
      {folder ? <RenameForm {...rest} folder={folder} /> : <CreateForm {...rest} />}
    </Dialog>
  );
}

function CreateForm({ teamId, parent, onClose }: FolderNameProps) {
  const create = useWrite(createAgentFolder);
  const form = useContractForm(createAgentFolder, {
    defaultValues: { name: "", parent_folder_id: parent?.id ?? null },
    submit: (body) => create.mutateAsync({ params: { teamId }, body }),
    onDone: onClose,
    fieldOfCode: { name_taken: "name" },
  });
  return (
    <Form {...form.props} submit="Create folder" onCancel={onClose}>
      <Field label="Name" {...form.field("name")} error={form.errorOf("name") ?? form.errorOf("parent_folder_id")}>
        <TextInput autoFocus autoComplete="off" />
      </Field>
    </Form>
  );
}

function RenameForm({ folder, onClose }: FolderNameProps & { folder: AgentFolderRow }) {
  const update = useWrite(updateAgentFolder);
  const rename = (name: string) => update.mutateAsync({ params: { folder_id: folder.id }, body: { name } });
  const form = useContractForm(updateAgentFolder, {
    defaultValues: { name: folder.name },
    submit: ({ name = folder.name }) => rename(name),
    onDone: ({ folder: { name } }) => {
      const undo = () => void rename(folder.name).catch(toastFailed);
      if (name !== folder.name) toast(`Renamed to ${name}`, { undo });
      onClose();
    },
    fieldOfCode: { name_taken: "name" },
  });
  return (
    <Form {...form.props} submit="Rename" onCancel={onClose}>
      <Field label="Name" {...form.field("name")}>
        <TextInput autoFocus autoComplete="off" onFocus={(event) => event.target.select()} />
      </Field>
    </Form>
  );
}
