import { Layers2, X } from "lucide-react";
import { useState } from "react";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import type { Step } from "#contract/clarity/step.ts";
import { CaptureColumn } from "#features/clarity/captures/capture-column.tsx";
import { captureTitle } from "#features/clarity/captures/capture-words.ts";
import type { Selection } from "#features/clarity/clarity-search.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import { Drawer } from "#ui/drawer.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { type LitSteps, supportedSteps } from "./lit-steps.ts";

interface CapturesBesideProps {
  teamId: string;
  processId: string;
  captures: readonly ClarityCapture[];
  steps: readonly Step[];
  selection: Selection;
  onChoose: (captureId: string | undefined) => void;
}

/** The captures as a column at the start of a version. */
export function CapturesBeside({ steps, ...rest }: CapturesBesideProps) {
  return (
    <div className="flex min-h-0 w-43 shrink-0 flex-col border-e border-line">
      <CaptureColumn {...rest} supported={supportedSteps(steps)} />
    </div>
  );
}

/** Where the column has no room: the way to it. */
export function CapturesButton({ steps, onChoose, ...rest }: CapturesBesideProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" tone="quiet" icon={Layers2} onClick={() => setOpen(true)}>
        Captures
      </Button>
      <Drawer open={open} side="start" hideTitle title="Captures" onClose={() => setOpen(false)}>
        <CaptureColumn
          {...rest}
          supported={supportedSteps(steps)}
          onChoose={(id) => {
            onChoose(id);
            setOpen(false);
          }}
        />
      </Drawer>
    </>
  );
}

/** Says which steps are lit where the column does not. */
export function LitLine({ lit, onClose }: { lit: LitSteps; onClose: () => void }) {
  return (
    <p className="flex h-8 shrink-0 items-center gap-2 border-b border-line bg-accent-soft ps-3 pe-2 text-sm">
      <span className="min-w-0 truncate font-medium">{captureTitle(lit.capture)}</span>
      <span className="me-auto shrink-0 text-ink-2">supports {counted(lit.ids.size, "step", "steps")}</span>
      <IconButton size="sm" icon={X} label="Light no steps" onClick={onClose} />
    </p>
  );
}
