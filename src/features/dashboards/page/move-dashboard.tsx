import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { callWith } from "#api/client.ts";
import { useFailure } from "#api/failure.ts";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { useSession } from "#api/session.ts";
import { rememberTeam, type SessionTeam } from "#api/session-query.ts";
import type { Reply } from "#contract/endpoint.ts";
import type { Artifact } from "#contract/dashboards/dashboard.ts";
import { moveDashboard } from "#contract/dashboards/move.ts";
import { isEnough } from "#contract/rights.ts";
import { titleOf } from "#features/dashboards/dashboard-words.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { useGo } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Select } from "#ui/select.tsx";
import { toast } from "#ui/toast.ts";

/** The other teams of the organization that the signed-in person manages. */
export function useMoveTargets(teamId: string): readonly SessionTeam[] {
  const { teams } = useSession();
  const here = teams.find(({ id }) => id === teamId);
  if (!here || !isEnough(moveDashboard, here.role)) return [];
  return teams.filter((each) => each.id !== teamId && each.organization_id === here.organization_id && isEnough(moveDashboard, each.role));
}

interface MoveDashboardProps {
  artifact: Artifact;
  targets: readonly SessionTeam[];
  onClose: () => void;
}

/** Says first what goes along and what stays, then moves. */
export function MoveDashboard({ open, ...rest }: MoveDashboardProps & { open: boolean }) {
  return (
    <Dialog open={open} onClose={rest.onClose} size="md" title="Move to another team">
      <MoveForm {...rest} />
    </Dialog>
  );
}

function MoveForm({ artifact, targets, onClose }: MoveDashboardProps) {
  const go = useGo();
  const [target, setTarget] = useState("");
  const { words: failure, setFailure } = useFailure();
  const params = { teamId: artifact.team_id, artifactId: artifact.id };
  const body = { targetTeamId: target };
  // It reads no topic: the move itself must not make it look again.
  const plan = useQuery({
    queryKey: ["Dashboard move", artifact.id, target],
    queryFn: ({ signal }) => callWith(moveDashboard, { params, query: { dryRun: "true" }, body }, { signal }),
    enabled: target !== "",
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const move = useWrite(moveDashboard, {
    onSuccess: () => {
      rememberTeam(target);
      go(pathTo("/t/$teamId/dashboards/$artifactId", { teamId: target, artifactId: artifact.id }));
      toast(`${titleOf(artifact)} is in ${targets.find(({ id }) => id === target)?.name ?? "the other team"} now`);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure(undefined);
    if (target === "") setFailure(new Error("Choose a team first."));
    else if (plan.data && !move.isPending) move.mutate({ params, query: {}, body }, { onError: setFailure });
  };
  return (
    <Form submit="Move dashboard" busy={move.isPending || plan.isLoading} error={failure} onCancel={onClose} onSubmit={submit}>
      <Field label="Team">
        <Select
          autoFocus
          empty="Choose a team"
          options={targets.map(({ id, name }) => ({ value: id, label: name }))}
          value={target}
          onChange={(event) => {
            setFailure(undefined);
            setTarget(event.target.value);
          }}
        />
      </Field>
      {target === "" ? null : (
        <section aria-label="What happens" className="rounded-md bg-sunken p-3 text-sm">
          <Loaded query={plan} what="what the move would do" inline>
            {(planned) => <Consequences planned={planned} artifact={artifact} />}
          </Loaded>
        </section>
      )}
    </Form>
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
