import type { SnapshotKind } from "#contract/clarity/snapshot.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import { Keys } from "#ui/kbd.tsx";
import { toast } from "#ui/toast.ts";
import type { StepEdits } from "./use-step-edits.ts";
import { numberOf, type Version, versionNouns } from "#features/clarity/version-words.ts";

interface EditBarProps {
  edits: StepEdits;
  versions: readonly Version[];
  kind: SnapshotKind;
  saving: boolean;
  error: { readonly message: string; readonly issues: readonly { readonly message: string }[] } | null;
  onSave: () => void;
}

/** Edits that are not saved yet, on which version they are, and why they could not be saved. */
export function EditBar({ edits, versions, kind, saving, error, onSave }: EditBarProps) {
  const { changes, base, overtaken } = edits;
  const noun = versionNouns[kind].toLocaleLowerCase("en");
  const live = versions.find(({ status }) => status === "live");
  const discard = () => {
    const undo = edits.discard();
    toast("Your edits were discarded", { undo });
  };
  return (
    <div role="group" aria-label="Edits" className="shrink-0 border-t border-line">
      {overtaken ? (
        <div role="alert" className="flex flex-wrap items-center gap-2 bg-waiting-soft px-5 py-2 text-sm text-waiting">
          <span className="min-w-0 flex-1 basis-60">
            {live ? `${versionNouns[kind]} ${numberOf(versions, live.id)}` : "Another version"} became live while you edited, and your
            changes are shown against it. Keep your steps as the next version, or discard them.
          </span>
          <Button size="sm" onClick={edits.keep}>
            Keep mine
          </Button>
        </div>
      ) : error ? (
        <p role="alert" className="bg-failed-soft px-5 py-2 text-sm text-failed">
          Not saved. {error.issues[0]?.message ?? error.message}
        </p>
      ) : null}
      <div className="flex min-h-11 flex-wrap items-center gap-2 px-5 py-1.5 text-sm">
        <span role="status" className="me-auto">
          <span className="font-medium">{counted(changes.length, "unsaved change", "unsaved changes")}</span>{" "}
          <span className="text-ink-3">
            on {noun} {numberOf(versions, base)}, live once saved
          </span>
        </span>
        <Button tone="quiet" onClick={discard}>
          Discard
        </Button>
        <Button tone="primary" pending={saving} disabled={overtaken} onClick={onSave}>
          Save {noun} {versions.length + 1}
          <span className="max-sm:hidden">
            <Keys keys="mod+s" inverse />
          </span>
        </Button>
      </div>
    </div>
  );
}
