import { Archive, CircleCheck } from "lucide-react";
import { useState } from "react";
import { useWrite } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import type { SnapshotKind } from "#contract/clarity/snapshot.ts";
import { promoteClarityProcessSnapshot, revertClarityProcessSnapshot } from "#contract/clarity/snapshots.ts";
import { numberOf, stateIn, type Version, versionNouns } from "#features/clarity/version-words.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Status } from "#ui/status.tsx";
import { Time } from "#ui/time.tsx";
import { toast, toastFailed } from "#ui/toast.ts";

interface VersionsListProps {
  processId: string;
  /** The newest first. */
  versions: readonly Version[];
  kind: SnapshotKind;
  /** What people are called, by their ids. */
  nameOf: (userId: string) => string;
  busy: boolean;
  onShow: (id: string) => void;
  onCompare: (from: string, to: string) => void;
}

/** Every version of the process, and what can be done with each. */
export function VersionsList({ processId, kind, versions, nameOf, busy, onShow, onCompare }: VersionsListProps) {
  const noun = versionNouns[kind];
  const promote = useWrite(promoteClarityProcessSnapshot);
  const archive = useWrite(revertClarityProcessSnapshot);
  const mayPromote = useMay(promoteClarityProcessSnapshot) && !busy;
  const mayArchive = useMay(revertClarityProcessSnapshot) && !busy;
  const [leaving, setLeaving] = useState<Version>();
  const params = (snapshot_id: string) => ({ process_id: processId, kind, snapshot_id });
  const makeLive = (id: string) =>
    promote.mutate({ params: params(id) }, { onSuccess: () => toast(`${noun} ${numberOf(versions, id)} is live`), onError: toastFailed });
  return (
    <section aria-label={`${noun}s`}>
      {kind === "current_process" ? null : <h2 className="border-b border-line px-5 py-2 text-sm font-semibold">Proposals</h2>}
      <ul>
        {versions.map((version) => {
          const { id, status, created_at, creator_type, user_id } = version;
          const by = user_id === null ? "" : ` by ${nameOf(user_id)}`;
          const live = versions.find((one) => one.status === "live");
          return (
            <li key={id} className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-5 py-1.5 text-sm">
              <button type="button" onClick={() => onShow(id)} className="rounded-sm font-medium hover:underline">
                {noun} {numberOf(versions, id)}
              </button>
              <Status {...stateIn(versions, version)} />
              <span className="text-ink-3">
                {creator_type === "ai" ? "Generated" : "Saved"}
                {by} <Time at={created_at} />
              </span>
              <span className="ms-auto flex flex-wrap gap-2">
                {live && live.id !== id ? (
                  <Button size="sm" tone="quiet" onClick={() => onCompare(live.id, id)}>
                    Compare
                  </Button>
                ) : null}
                {status !== "live" && mayPromote ? (
                  <Button size="sm" icon={CircleCheck} onClick={() => makeLive(id)}>
                    Make live
                  </Button>
                ) : null}
                {mayArchive ? (
                  <Button
                    size="sm"
                    tone="quiet"
                    icon={Archive}
                    aria-label={`Archive ${noun.toLocaleLowerCase("en")} ${numberOf(versions, id)}`}
                    onClick={() => setLeaving(version)}
                  >
                    Archive
                  </Button>
                ) : null}
              </span>
            </li>
          );
        })}
      </ul>
      <ConfirmDialog
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={`Archive ${noun.toLocaleLowerCase("en")} ${leaving ? numberOf(versions, leaving.id) : ""}?`}
        action={`Archive ${noun.toLocaleLowerCase("en")}`}
        onConfirm={async () => {
          if (leaving) await archive.mutateAsync({ params: params(leaving.id) });
          toast("Archived");
        }}
      >
        <p>
          It is no longer shown. This cannot be undone.
          {leaving?.status === "live"
            ? versions.some(({ status }) => status === "historic")
              ? ` The ${noun.toLocaleLowerCase("en")} before it is live then.`
              : ` The process has no live ${noun.toLocaleLowerCase("en")} then.`
            : null}
        </p>
      </ConfirmDialog>
    </section>
  );
}
