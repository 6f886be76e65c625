import { Sparkles } from "lucide-react";
import { useState } from "react";
import type { Revision } from "#contract/agents/revisions.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { GenerateForm } from "./generate-form.tsx";

interface GenerateButtonProps {
  teamId: string;
  build: Revision;
  /** The page holds edits that the revision does not. */
  unsaved: boolean;
  label?: string;
  /** What the prompt begins with. */
  prompt?: string;
  className?: string;
}

/** Asks a model for a change of a revision, and leads to the review of it. */
export function GenerateButton({
  teamId,
  build,
  unsaved,
  label = "Generate…",
  prompt = "",
  className = "@max-4xl:hidden",
}: GenerateButtonProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  usePageActions([{ id: "generate", label: "Generate a change…", icon: Sparkles, run: () => setOpen(true) }]);
  return (
    <>
      <Button icon={Sparkles} className={className} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        size="md"
        title="Generate a change"
        description={
          build.status === "live"
            ? "A model writes the change into a new draft. The live revision does not change."
            : "A model writes the change into this draft."
        }
      >
        {unsaved ? (
          <p className="mb-4 rounded-md bg-waiting-soft px-3 py-2 text-sm text-waiting">
            You have unsaved edits. The model does not see them. Save first to include them.
          </p>
        ) : null}
        <GenerateForm teamId={teamId} build={build} prompt={prompt} elsewhere onCancel={close} onAsked={close} />
      </Dialog>
    </>
  );
}
