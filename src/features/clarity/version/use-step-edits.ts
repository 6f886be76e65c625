import { useMemo, useState } from "react";
import { dropDraft, readDraft, useShownDraft, writeDraft } from "#api/drafts.ts";
import { withNamedWays } from "#contract/clarity/edit/named-ways.ts";
import { changesBetween } from "#contract/clarity/flow/step-changes.ts";
import type { Snapshot } from "#contract/clarity/snapshot.ts";
import type { Step } from "#contract/clarity/step.ts";
import { stepsDraft, stepsDraftChanged } from "#features/clarity/unsaved-steps.ts";

interface Edits {
  readonly steps: readonly Step[];
  /** The version that they began with. */
  readonly base: string;
}

const heldIn = (draft: string) => readDraft(draft) as unknown as Edits | undefined;

/** Unsaved edits of the steps of a process. They outlive the page, until they are saved or discarded. A version that is only read shows none of them. */
export function useStepEdits(snapshot: Snapshot, editable: boolean) {
  const id = stepsDraft(snapshot);
  const [held, setHeld] = useState(() => heldIn(id));
  const [of, setOf] = useState(snapshot.id);
  if (of !== snapshot.id) {
    setOf(snapshot.id);
    setHeld(heldIn(id));
  }
  const edits = editable ? held : undefined;
  useShownDraft(edits && id);
  const stored = snapshot.data.steps;
  const steps = edits?.steps ?? stored;
  const changes = useMemo(() => (edits ? changesBetween(stored, edits.steps) : []), [stored, edits]);
  const set = (next: readonly Step[] | undefined, base = edits?.base ?? snapshot.id) => {
    const kept = next && changesBetween(stored, next).length > 0 ? { steps: next, base } : undefined;
    setHeld(kept);
    if (kept) writeDraft(id, kept, []);
    else dropDraft(id);
    stepsDraftChanged();
  };
  return {
    steps,
    changes,
    /** Somebody saved another version since these edits began. */
    overtaken: edits !== undefined && edits.base !== snapshot.id,
    base: edits?.base ?? snapshot.id,
    set,
    /** Makes them edits of the version that is shown. */
    keep: () => set(steps, snapshot.id),
    change: (stepId: string, patch: Partial<Step>) => {
      const former = steps.find((step) => step.id === stepId)?.title ?? "";
      const changed = steps.map((step) => (step.id === stepId ? ({ ...step, ...patch } as Step) : step));
      set(withNamedWays(changed, stepId, former));
    },
    discard: () => {
      const former = edits;
      set(undefined);
      return () => former && set(former.steps, former.base);
    },
  };
}
export type StepEdits = ReturnType<typeof useStepEdits>;
