import type { Revision } from "#contract/agents/revisions.ts";
import { GenerateForm } from "#features/agents/generation/generate-form.tsx";
import { Dialog } from "#ui/dialog.tsx";

interface AskAgainProps {
  teamId: string;
  build: Revision;
  open: boolean;
  /** What the prompt begins with. */
  prompt: string;
  onClose: () => void;
  onAsked: (prompt: string) => void;
}

/** A further prompt, which goes on from what is under review. */
export function AskAgain({ teamId, build, open, prompt, onClose, onAsked }: AskAgainProps) {
  return (
    <Dialog open={open} onClose={onClose} size="md" title="Ask again" description="The model continues from this proposal and replaces it.">
      <GenerateForm teamId={teamId} build={build} prompt={prompt} onCancel={onClose} onAsked={onAsked} />
    </Dialog>
  );
}
