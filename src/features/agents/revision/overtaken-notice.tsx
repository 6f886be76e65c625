import { useState } from "react";
import type { Revision } from "#contract/agents/revisions.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { RevisionChanges } from "./revision-changes.tsx";

interface OvertakenNoticeProps {
  teamId: string;
  /** What the typed text was made from, and what the draft says now. */
  base: Revision;
  build: Revision;
  /** Saving was tried meanwhile. */
  refused: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Somebody saved the draft after this person began to type. Nothing is lost before they decide. */
export function OvertakenNotice({ teamId, base, build, refused, onKeep, onDiscard }: OvertakenNoticeProps) {
  const [open, setOpen] = useState(false);
  const decide = (decision: () => void) => () => {
    setOpen(false);
    decision();
  };
  const actions = (
    <>
      <Button size="sm" onClick={decide(onKeep)}>
        Keep mine
      </Button>
      <Button size="sm" onClick={decide(onDiscard)}>
        Take theirs
      </Button>
    </>
  );
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 bg-waiting-soft px-3 py-2 text-sm text-waiting md:px-5">
      <span className="min-w-0 flex-1 basis-60">
        {refused ? <strong className="font-medium">Nothing was saved. </strong> : null}
        Somebody else saved this draft while you were editing. Choose which version to keep. Yours is not saved until then.
      </span>
      <Button size="sm" onClick={() => setOpen(true)}>
        Show what changed
      </Button>
      {actions}
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        size="lg"
        title="What somebody else changed"
        description="Since you started editing. Your text is not included."
      >
        <RevisionChanges
          teamId={teamId}
          before={base.config}
          after={build.config}
          beforeTitle="When you started"
          equal="Only the agents that it passes work to."
        />
        <div className="mt-4 flex flex-wrap justify-end gap-2">{actions}</div>
      </Dialog>
    </div>
  );
}
