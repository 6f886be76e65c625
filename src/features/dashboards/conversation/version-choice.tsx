import { useQuery } from "@tanstack/react-query";
import type { Artifact } from "#contract/dashboards/dashboard.ts";
import { versionsRead } from "#features/dashboards/queries.ts";
import { Select } from "#ui/select.tsx";

interface VersionChoiceProps {
  artifact: Artifact;
  version: string | undefined;
  onVersion: (version: string | undefined) => void;
}

/** Which version the page shows. Another one than the current is only looked at. */
export function VersionChoice({ artifact, version, onVersion }: VersionChoiceProps) {
  const { data } = useQuery({ ...versionsRead(artifact.id), enabled: artifact.html_code_present });
  if (!data || data.revisions.length === 0) return <span className="text-sm text-ink-3">No version yet</span>;
  const newest = Math.max(...data.revisions.map((each) => each.version));
  return (
    <div className="w-40">
      <Select
        aria-label="Version"
        options={data.revisions.map((each) => ({
          value: each.id,
          label: `Version ${each.version} of ${newest}`,
        }))}
        value={version ?? data.current_revision_id ?? ""}
        onChange={({ target: { value } }) => onVersion(value === data.current_revision_id ? undefined : value)}
      />
    </div>
  );
}
