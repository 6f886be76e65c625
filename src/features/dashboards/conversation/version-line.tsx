import { useQuery } from "@tanstack/react-query";
import type { Artifact } from "#contract/dashboards/dashboard.ts";
import { versionsRead } from "#features/dashboards/queries.ts";
import { cx } from "#ui/cx.ts";

interface VersionLineProps {
  artifact: Artifact;
  number: number;
  revision: string;
  /** The earlier version that is looked at, if any. */
  shown: string | undefined;
  onVersion: (version: string | undefined) => void;
}

/** The version that a turn came to: the one that is shown, or one to look at. */
export function VersionLine({ artifact, number, revision, shown, onVersion }: VersionLineProps) {
  const versions = useQuery(versionsRead(artifact.id));
  const current = versions.data?.current_revision_id;
  const here = shown === undefined ? revision === current : revision === shown;
  return (
    <div
      className={cx(
        "my-1 flex items-center justify-between border-y border-line px-4 py-1.5 text-xs",
        here ? "bg-accent-soft text-accent-ink" : "text-ink-2",
      )}
    >
      <span className={cx("ps-7", here && "font-medium")}>Version {number}</span>
      {here ? (
        <span>shown</span>
      ) : (
        <button type="button" className="rounded-sm hover:underline" onClick={() => onVersion(revision === current ? undefined : revision)}>
          Look at it
        </button>
      )}
    </div>
  );
}
