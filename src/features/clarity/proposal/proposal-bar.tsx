import { useState } from "react";
import { modesOf } from "#contract/clarity/flow/lanes.ts";
import type { Step } from "#contract/clarity/step.ts";
import { modeWords } from "#features/clarity/step-words.ts";
import { Button } from "#ui/button.tsx";
import { Drawer } from "#ui/drawer.tsx";
import { Status } from "#ui/status.tsx";

interface ProposalBarProps {
  steps: readonly Step[];
  /** How much is asked for and not known yet. */
  asked: number;
  /** Why it no longer is the latest word; undefined where it is. */
  stale: string | undefined;
  /** Everything that it asks for. */
  children: (close: () => void) => React.ReactNode;
}

const modes = ["agent", "person", "outside"] as const;

/** Who does how much of a proposal, whether it is the latest word, and what it asks for. */
export function ProposalBar({ steps, asked, stale, children }: ProposalBarProps) {
  const [open, setOpen] = useState(false);
  const who = [...modesOf(steps).values()];
  return (
    <div role="group" aria-label="Proposal" className="shrink-0 border-b border-line text-sm">
      <div className="flex min-h-11 flex-wrap items-center gap-x-5 gap-y-1 px-5 py-1.5">
        {modes.map((mode) => (
          <span key={mode} className="whitespace-nowrap">
            <span className="text-ink-2">{modeWords[mode]}</span>{" "}
            <span className="font-semibold tabular-nums">{who.filter((one) => one === mode).length}</span>
          </span>
        ))}
        {asked > 0 ? (
          <Button size="sm" onClick={() => setOpen(true)}>
            Asked for <span className="tabular-nums">{asked}</span>
          </Button>
        ) : null}
      </div>
      {stale ? (
        <p role="status" className="border-t border-line bg-waiting-soft px-5 py-1.5 text-waiting">
          <Status look="asks" word={stale} />
        </p>
      ) : null}
      <Drawer open={open} title="Asked for" description="What no capture says yet, and who is asked." onClose={() => setOpen(false)}>
        {children(() => setOpen(false))}
      </Drawer>
    </div>
  );
}
