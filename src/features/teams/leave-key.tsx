import { useBlocker } from "@tanstack/react-router";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";

/** Asks before somebody leaves the page with a key that they did not copy. */
export function LeaveKey({ uncopied }: { uncopied: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => uncopied && current.pathname !== next.pathname,
    enableBeforeUnload: () => uncopied,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={status === "blocked"}
      onClose={() => reset?.()}
      title="Leave without the key?"
      action="Leave"
      onConfirm={async () => proceed?.()}
    >
      <p>You have not copied the configuration. The key in it cannot be shown again.</p>
    </ConfirmDialog>
  );
}
