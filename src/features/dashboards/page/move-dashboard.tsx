import { pathTo } from "#api/path-to.ts";
import type { SessionTeam } from "#api/session-query.ts";
import { useTeamMove } from "#api/team-move.ts";
import type { Reply } from "#contract/endpoint.ts";
import type { Artifact } from "#contract/dashboards/dashboard.ts";
import { moveDashboard } from "#contract/dashboards/move.ts";
import { titleOf } from "#features/dashboards/dashboard-words.ts";
import { Dialog } from "#ui/dialog.tsx";
import { useGo } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { MoveForm } from "#ui/move-form.tsx";
import { toast } from "#ui/toast.ts";

interface MoveDashboardProps {
  artifact: Artifact;
  targets: readonly SessionTeam[];
  onClose: () => void;
}

/** Says first what goes along and what stays, then moves. */
export function MoveDashboard({ open, ...rest }: MoveDashboardProps & { open: boolean }) {
  return (
    <Dialog open={open} onClose={rest.onClose} size="md" title="Move to another team">
      <Move {...rest} />
    </Dialog>
  );
}

function Move({ artifact, targets, onClose }: MoveDashboardProps) {
  const go = useGo();
  const { plan, form } = useTeamMove(moveDashboard, {
    id: artifact.id,
    targets,
    input: (target, dryRun) => ({
      params: { teamId: artifact.team_id, artifactId: artifact.id },
      query: dryRun ? ({ dryRun: "true" } as const) : {},
      body: { targetTeamId: target },
    }),
    onMoved(teamId, name) {
      go(pathTo("/t/$teamId/dashboards/$artifactId", { teamId, artifactId: artifact.id }));
      toast(`${titleOf(artifact)} is in ${name} now`);
    },
  });
  return (
    <MoveForm submit="Move dashboard" {...form} onCancel={onClose}>
      {form.target === "" ? null : (
        <section aria-label="What happens" className="rounded-md bg-sunken p-3 text-sm">
          <Loaded query={plan} what="what the move would do" inline>
            {(planned) => <Consequences planned={planned} artifact={artifact} />}
          </Loaded>
        </section>
      )}
    </MoveForm>
  );
}

function Consequences({ planned, artifact }: { planned: Reply<typeof moveDashboard>; artifact: Artifact }) {
  const { reused, disconnected, customToRebuild } = planned.connections;
  const names = (of: typeof reused) => of.map(({ instanceName }) => instanceName).join(", ");
  const left = [...disconnected, ...customToRebuild];
  const lines = [
    "The page moves. Its conversation and its earlier versions are deleted.",
    "Its figures are those of the other team from then on.",
    ...(planned.visibilityReset ? ["Only you see it after the move."] : []),
    ...(planned.ownershipReassigned ? ["You become its owner."] : []),
    ...(reused.length > 0 ? [`Connections that the other team has too: ${names(reused)}`] : []),
    ...(left.length > 0 ? [`Connections that stay behind: ${names(left)}`] : []),
    ...(artifact.has_live_connector_data ? ["What was read from connections is deleted. Ask the agent to read it again."] : []),
  ];
  return (
    <ul className="flex list-disc flex-col gap-1 ps-4">
      {lines.map((line) => (
        <li key={line} className="break-words">
          {line}
        </li>
      ))}
    </ul>
  );
}
