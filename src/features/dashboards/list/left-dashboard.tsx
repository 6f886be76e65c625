import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import type { Artifact } from "#contract/dashboards/dashboard.ts";
import { publishDashboard } from "#contract/dashboards/dashboards.ts";
import { titleOf } from "#features/dashboards/dashboard-words.ts";
import { DeleteDashboard } from "#features/dashboards/page/delete-dashboard.tsx";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { useGo } from "#ui/link.tsx";
import { toast } from "#ui/toast.ts";
import { Freshness } from "./freshness.tsx";
import { Sketch } from "./sketch.tsx";

/** A private dashboard of a former member: an Administrator takes it over, or deletes it, and does not see it before. */
export function LeftDashboard({ teamId, artifact, owner }: { teamId: string; artifact: Artifact; owner: string }) {
  const [asks, setAsks] = useState<"take" | "delete">();
  const publish = useWrite(publishDashboard);
  const go = useGo();
  const title = titleOf(artifact);
  const close = () => setAsks(undefined);
  const takeOver = async () => {
    await publish.mutateAsync({ params: { artifactId: artifact.id }, body: { visibility: "private" } });
    go(pathTo("/t/$teamId/dashboards/$artifactId", { teamId, artifactId: artifact.id }));
    toast("The dashboard is yours now");
  };
  return (
    <li className="flex min-w-0 items-start gap-3 sm:flex-col sm:items-stretch sm:gap-0">
      <div className="w-24 shrink-0 sm:w-auto">
        <Sketch artifact={artifact} faded />
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 sm:pt-2">
        <h2 className="truncate text-sm font-medium" title={title}>
          {title}
        </h2>
        <Freshness artifact={artifact} />
        <p className="truncate text-xs text-ink-3">{owner} · Private</p>
        <div className="mt-1 flex flex-wrap gap-2">
          {artifact.html_code_present ? (
            <Button size="sm" aria-label={`Take over ${title}`} onClick={() => setAsks("take")}>
              Take over
            </Button>
          ) : null}
          <Button size="sm" tone="quiet" aria-label={`Delete ${title}`} onClick={() => setAsks("delete")}>
            Delete
          </Button>
        </div>
      </div>
      <ConfirmDialog open={asks === "take"} onClose={close} title="Take over dashboard?" action="Take over" onConfirm={takeOver}>
        “{title}” becomes yours and stays private. Its page stays as it is. The conversation, earlier versions and what was read from
        connections are deleted.
      </ConfirmDialog>
      <DeleteDashboard open={asks === "delete"} onClose={close} teamId={teamId} artifact={artifact} />
    </li>
  );
}
