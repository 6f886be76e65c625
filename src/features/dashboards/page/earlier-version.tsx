import { History } from "lucide-react";
import { useWrite } from "#api/query.ts";
import type { Artifact } from "#contract/dashboards/dashboard.ts";
import { restoreDashboardVersion } from "#contract/dashboards/versions.ts";
import { Button } from "#ui/button.tsx";
import { toast, toastFailed } from "#ui/toast.ts";

interface EarlierVersionProps {
  artifact: Artifact;
  version: number;
  revision: string;
  /** The one that is shown to all who see the dashboard. */
  current: number | null;
  onLeave: () => void;
}

/** Another version than the one that is shown to all: looked at with today's figures, and shown again if that is wanted. */
export function EarlierVersion({ artifact, version, revision, current, onLeave }: EarlierVersionProps) {
  const restore = useWrite(restoreDashboardVersion, { onSuccess: onLeave });
  return (
    <div
      role="status"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-accent-soft px-3 py-1.5 text-sm text-accent-ink md:px-5"
    >
      <History size={16} strokeWidth={1.75} aria-hidden className="shrink-0" />
      <p className="min-w-0 flex-1 basis-40">
        Version {version}, with figures of today.{current === null ? "" : ` The current version is ${current}.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onLeave}>
          Back to the current version
        </Button>
        <Button
          size="sm"
          tone="primary"
          pending={restore.isPending}
          onClick={() =>
            restore.mutate(
              { params: { artifactId: artifact.id, revisionId: revision } },
              { onSuccess: () => toast(`Version ${version} restored`), onError: toastFailed },
            )
          }
        >
          Restore
        </Button>
      </div>
    </div>
  );
}
