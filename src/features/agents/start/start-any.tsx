import { Play } from "lucide-react";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { lazyOverlay } from "#ui/lazy-overlay.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { useShortcuts } from "#ui/shortcuts.ts";

// The page that has the button is drawn without it.
const StartChooser = lazyOverlay("This form", () => import("./start-chooser.tsx").then((module) => module.StartChooser));

/** Starts a run where no agent is at hand: one is chosen first. */
export function StartAny({ teamId }: { teamId: string }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const start = { keys: "s", label: "Start run", run: () => setOpen(true) };
  usePageActions([{ id: "start-work", icon: Play, ...start }]);
  useShortcuts("Runs", [start]);
  return (
    <>
      <Button tone="primary" icon={Play} onClick={start.run}>
        Start run
      </Button>
      <Dialog open={open} onClose={close} title="Start run" size="md">
        <StartChooser teamId={teamId} onClose={close} />
      </Dialog>
    </>
  );
}
