import { Link } from "@tanstack/react-router";
import type { Artifact } from "#contract/dashboards/dashboard.ts";
import { audienceOf, titleOf } from "#features/dashboards/dashboard-words.ts";
import { Freshness } from "./freshness.tsx";
import { Sketch } from "./sketch.tsx";

/** A dashboard of the list: what it looks like, how fresh it is, whose it is and who sees it. On a phone a row. */
export function DashboardCard({ teamId, artifact, owner }: { teamId: string; artifact: Artifact; owner: string }) {
  const title = titleOf(artifact);
  return (
    <li className="min-w-0">
      <Link
        to="/t/$teamId/dashboards/$artifactId"
        params={{ teamId, artifactId: artifact.id }}
        className="group flex min-w-0 items-start gap-3 rounded-md sm:flex-col sm:items-stretch sm:gap-0"
      >
        <div className="w-24 shrink-0 sm:w-auto">
          <Sketch artifact={artifact} faded={artifact.status === "failed"} />
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-0.5 sm:pt-2">
          <h2 className="truncate text-sm font-medium group-hover:underline group-hover:underline-offset-2" title={title}>
            {title}
          </h2>
          <Freshness artifact={artifact} />
          <p className="truncate text-xs text-ink-3">
            {owner} · {audienceOf(artifact)}
          </p>
        </div>
      </Link>
    </li>
  );
}
