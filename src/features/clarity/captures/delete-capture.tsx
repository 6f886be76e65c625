import { useQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import { read, useWrite } from "#api/query.ts";
import { deleteClarityCapture, previewClarityCaptureDeletion } from "#contract/clarity/captures.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { counted } from "#ui/counted.ts";
import { useGo } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { toast } from "#ui/toast.ts";

interface DeleteCaptureProps {
  open: boolean;
  onClose: () => void;
  teamId: string;
  id: string;
  captureId: string;
  title: string;
}

/** Names the steps that lose support before a capture is deleted. */
export function DeleteCapture({ open, onClose, teamId, id, captureId, title }: DeleteCaptureProps) {
  const go = useGo();
  const params = { id, captureId };
  const preview = useQuery({ ...read(previewClarityCaptureDeletion, { params }), enabled: open });
  const remove = useWrite(deleteClarityCapture, {
    onSuccess: () => go(pathTo("/t/$teamId/clarity/processes/$processId", { teamId, processId: id }), { replace: true }),
  });
  const onConfirm = async () => {
    await remove.mutateAsync({ params });
    toast(`${title} deleted`);
  };
  return (
    <ConfirmDialog open={open} onClose={onClose} title="Delete this capture?" action="Delete capture" onConfirm={onConfirm}>
      <p>This cannot be undone. Its file and its evidence are deleted. The process keeps its steps.</p>
      <Loaded inline query={preview} what="the steps that it supports">
        {({ steps }) =>
          steps.length === 0 ? (
            <p>No step of a live version cites it.</p>
          ) : (
            <>
              <p>{counted(steps.length, "step loses", "steps lose")} this evidence:</p>
              <ul className="max-h-[30dvh] list-disc overflow-y-auto ps-5">
                {steps.map((step) => (
                  <li key={`${step.kind} ${step.step_id}`}>
                    {step.title}
                    {step.kind === "transformation_proposal" ? " (proposal)" : ""}
                    <span className="text-ink-3">
                      {" · "}
                      {step.others === 0 ? "no other evidence" : counted(step.others, "other capture", "other captures")}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </ConfirmDialog>
  );
}
