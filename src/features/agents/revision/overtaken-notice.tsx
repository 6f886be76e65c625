import { useState } from "react";
import type { Revision } from "#contract/agents/revisions.ts";
import { differencesOf } from "#features/agents/comparison/compare-sections.ts";
import { ComparisonSection } from "#features/agents/comparison/comparison-section.tsx";
import { useSkillNames } from "#features/agents/comparison/use-skill-names.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";

interface OvertakenNoticeProps {
  teamId: string;
  /** What the typed text was made from, and what the draft says now. */
  base: Revision;
  build: Revision;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Somebody saved the draft after this person began to type. Nothing is lost before they decide. */
export function OvertakenNotice({ teamId, base, build, onKeep, onDiscard }: OvertakenNoticeProps) {
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
    <div role="alert" className="flex flex-wrap items-center gap-2 rounded-md bg-waiting-soft px-3 py-2 text-sm text-waiting">
      <span className="min-w-0 flex-1 basis-60">
        Somebody saved this draft after you began. Yours is not saved before you decide which of the two goes on.
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
        description="Since you began. What you typed is not in it."
      >
        <Changes teamId={teamId} base={base} build={build} />
        <div className="mt-4 flex flex-wrap justify-end gap-2">{actions}</div>
      </Dialog>
    </div>
  );
}

function Changes({ teamId, base, build }: Pick<OvertakenNoticeProps, "teamId" | "base" | "build">) {
  const skillNames = useSkillNames(teamId, base.config, build.config);
  const differences =
    base.config && build.config ? differencesOf({ config: base.config, skillNames }, { config: build.config, skillNames }) : [];
  const look = { teamId, beforeTitle: "When you began", afterTitle: "Now", layout: "unified", whole: false, scroller: null } as const;
  if (differences.length === 0) return <p className="text-ink-2">Only the agents that it passes work to.</p>;
  return (
    <div className="flex flex-col gap-4">
      {differences.map((section) => (
        <ComparisonSection key={section.id} section={section} look={look} />
      ))}
    </div>
  );
}
