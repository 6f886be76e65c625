import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { deleteClarityProcess } from "#contract/clarity/processes.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { counted } from "#ui/counted.ts";
import { useGo } from "#ui/link.tsx";
import { toast } from "#ui/toast.ts";

interface DeleteProcessProps {
  open: boolean;
  onClose: () => void;
  teamId: string;
  process: { readonly id: string; readonly name: string };
  captures: number;
}

export function DeleteProcess({ open, onClose, teamId, process: { id, name }, captures }: DeleteProcessProps) {
  const go = useGo();
  const remove = useWrite(deleteClarityProcess, { onSuccess: () => go(pathTo("/t/$teamId/clarity/processes", { teamId })) });
  const onConfirm = async () => {
    await remove.mutateAsync({ params: { process_id: id } });
    toast(`${name} deleted`);
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Delete this process?"
      action="Delete process"
      typedName={name}
      onConfirm={onConfirm}
    >
      <p>
        This cannot be undone. {counted(captures, "capture", "captures")}, all versions, its people and its links are deleted too. What is
        inside its place moves up.
      </p>
    </ConfirmDialog>
  );
}
