import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import type { Artifact } from "#contract/dashboards/dashboard.ts";
import { deleteDashboard } from "#contract/dashboards/dashboards.ts";
import { titleOf } from "#features/dashboards/dashboard-words.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { useGo } from "#ui/link.tsx";
import { toast } from "#ui/toast.ts";

interface DeleteDashboardProps {
  open: boolean;
  onClose: () => void;
  teamId: string;
  artifact: Artifact;
}

export function DeleteDashboard({ open, onClose, teamId, artifact }: DeleteDashboardProps) {
  const go = useGo();
  const title = titleOf(artifact);
  const remove = useWrite(deleteDashboard, { onSuccess: () => go(pathTo("/t/$teamId/dashboards", { teamId })) });
  const onConfirm = async () => {
    await remove.mutateAsync({ params: { artifactId: artifact.id } });
    toast(`${title} deleted`);
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Delete this dashboard?"
      action="Delete dashboard"
      typedName={title}
      onConfirm={onConfirm}
    >
      <p>This cannot be undone. Its versions and its conversation are deleted too. The runs and cases that it counts stay.</p>
      {artifact.visibility === "private" ? null : <p>It is published: teammates can no longer open it.</p>}
    </ConfirmDialog>
  );
}
