import { Layers2 } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import { EmptyState } from "#ui/empty-state.tsx";

interface NothingGeneratedProps {
  captures: number;
  busy: boolean;
  /** The button, for those who may. */
  generate: ReactNode;
  onCaptures: () => void;
}

/** No version yet: what has to be there first. */
export function NothingGenerated({ captures, busy, generate, onCaptures }: NothingGeneratedProps) {
  if (busy)
    return <EmptyState title="The first version is on its way">You can leave this page. Caseload continues without you.</EmptyState>;
  if (captures === 0)
    return (
      <EmptyState icon={Layers2} title="Collect how it is done today" action={<Button onClick={onCaptures}>Captures</Button>}>
        Two or three captures are enough: an interview, a document, a screen video.
      </EmptyState>
    );
  return (
    <EmptyState icon={Layers2} title="Not generated yet" action={generate}>
      {counted(captures, "capture is", "captures are")} there. A model draws the process from them: each step with what was said about it.
    </EmptyState>
  );
}
