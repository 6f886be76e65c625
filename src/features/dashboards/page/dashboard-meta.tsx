import { Users } from "lucide-react";
import type { Artifact } from "#contract/dashboards/dashboard.ts";
import { audienceOf, isGenerating } from "#features/dashboards/dashboard-words.ts";
import { Badge } from "#ui/badge.tsx";
import { Status } from "#ui/status.tsx";

/** Beside the title: that it is being written, or who sees it. */
export function DashboardMeta({ artifact }: { artifact: Artifact }) {
  if (isGenerating(artifact)) return <Status look="working" word="Generating" />;
  // On a phone the title needs the room; the menu says it too.
  return (
    <span className="max-sm:hidden">
      <Badge>
        {artifact.visibility === "private" ? null : <Users size={12} strokeWidth={1.75} aria-hidden />}
        {audienceOf(artifact)}
      </Badge>
    </span>
  );
}
