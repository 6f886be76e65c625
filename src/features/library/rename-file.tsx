import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { renameFile, type TeamFile } from "#contract/library/files.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { toast, toastFailed } from "#ui/toast.ts";
import { moveTextDraft } from "./text-draft.ts";
import { isOpen, useFileSearch } from "./file-search.ts";
import { useFileUsers } from "./file-users.tsx";
import { extensionOf, folderOf } from "./file-types.ts";

/** Changes the base name. Folder and extension stay: what a file is does not change with what it is called. */
export function RenameFile({ teamId, file, onClose }: { teamId: string; file: TeamFile | undefined; onClose: () => void }) {
  return (
    <Dialog
      open={file !== undefined}
      onClose={onClose}
      title="Rename file"
      description={file && folderOf(file.path) !== "" ? `In ${folderOf(file.path)}/` : undefined}
    >
      {file ? <RenameForm teamId={teamId} file={file} onClose={onClose} /> : null}
    </Dialog>
  );
}

function RenameForm({ teamId, file, onClose }: { teamId: string; file: TeamFile; onClose: () => void }) {
  const change = useFileSearch(teamId);
  const rename = useWrite(renameFile, {
    onSuccess: async (_reply, { body }) => {
      const to = renamedPath(body.relativePath, body.newFilenameOnly);
      moveTextDraft(teamId, body.relativePath, to);
      if (isOpen(body.relativePath)) await change({ file: to }, true);
    },
  });
  const users = useFileUsers(teamId, file.path);
  const extension = extensionOf(file.name);
  const stem = file.name.slice(0, file.name.length - extension.length);

  const move = async (from: string, newFilenameOnly: string) => {
    await rename.mutateAsync({ params: { teamId }, body: { relativePath: from, newFilenameOnly } });
    return renamedPath(from, newFilenameOnly);
  };
  const form = useContractForm(renameFile, {
    defaultValues: { relativePath: file.path, newFilenameOnly: stem },
    submit: ({ newFilenameOnly }) => move(file.path, newFilenameOnly),
    onDone: (to) => {
      const undo = () => void move(to, stem).catch(toastFailed);
      if (to !== file.path) toast(`Renamed to ${to.slice(to.lastIndexOf("/") + 1)}`, { undo });
      onClose();
    },
    fieldOfCode: { name_taken: "newFilenameOnly" },
  });
  return (
    <Form {...form.props} submit="Rename" onCancel={onClose}>
      <Field label="Name" hint={hintOf(users.map((agent) => agent.name))} {...form.field("newFilenameOnly")}>
        <div className="flex items-center gap-2">
          <TextInput autoFocus autoComplete="off" spellCheck={false} onFocus={(event) => event.target.select()} />
          {extension === "" ? null : <span className="shrink-0 font-mono text-sm text-ink-3">{extension}</span>}
        </div>
      </Field>
    </Form>
  );
}

function hintOf(agents: readonly string[]): string {
  if (agents.length === 0) return "No live revision or draft uses this file.";
  return `${agents.join(", ")} ${agents.length === 1 ? "names" : "name"} the old path and will not find the file.`;
}

/** The path as the service forms it: an extension that was typed too counts once. */
function renamedPath(path: string, name: string): string {
  const extension = extensionOf(path.slice(path.lastIndexOf("/") + 1));
  const typed = extension !== "" && name.toLowerCase().endsWith(extension.toLowerCase());
  return path.slice(0, path.lastIndexOf("/") + 1) + (typed ? name.slice(0, -extension.length) : name) + extension;
}
