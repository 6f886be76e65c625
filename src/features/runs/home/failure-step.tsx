import { useQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import { read } from "#api/query.ts";
import { useMay, useWho } from "#api/roles.ts";
import { getAgent } from "#contract/agents/agents.ts";
import { mayChangeAgent } from "#contract/agents/rights.ts";
import { listAgentRevisions } from "#contract/agents/revisions.ts";
import type { AnswerRow } from "#contract/dashboards/answers.ts";
import { listAddress } from "#contract/dashboards/list-address.ts";
import type { RunDetails, RunRow } from "#contract/runs/run.ts";
import { startTeamRun } from "#contract/runs/runs.ts";
import { remedyOf } from "#features/runs/failure-remedies.ts";
import { mendStep } from "#features/runs/mend-step.ts";
import { agentGone } from "#features/runs/run-agent.ts";
import { Button } from "#ui/button.tsx";
import { LinkButton } from "#ui/link-button.tsx";

interface FailureStepProps {
  /** The newest run of a cause, in full. */
  run: RunDetails;
  /** The newest ones, as the list has them. */
  runs: readonly RunRow[];
  /** How many there are. */
  count: number;
  row: AnswerRow;
  onAgain: (runs: readonly RunRow[]) => void;
}

/** The one thing to do about a cause. Nothing where it would not help, or is not the viewer's to do. */
export function FailureStep(props: FailureStepProps) {
  const { run } = props;
  const { step } = remedyOf(run);
  if (agentGone(run)) return null;
  if (step === "again") return <Again {...props} />;
  if (step === "revision") return <Mend {...props} />;
  return step === "files" ? (
    <LinkButton size="sm" link={pathTo("/t/$teamId/files", { teamId: run.team_id })}>
      Open the files
    </LinkButton>
  ) : null;
}

/** Cases of one queue are chosen there, of many runs in their list. */
function Again({ run, runs, count, row, onAgain }: FailureStepProps) {
  const starts = useMay(startTeamRun);
  const alone = runs.filter(({ case_queue_id: queue }) => queue === null);
  const [queue, ...others] = new Set(runs.flatMap(({ case_queue_id: id }) => (id === null ? [] : [id])));
  if (queue !== undefined && others.length === 0 && alone.length === 0)
    return (
      <LinkButton size="sm" link={pathTo("/t/$teamId/queues/$queueId", { teamId: run.team_id, queueId: queue }, { status: "failed" })}>
        Open failed cases
      </LinkButton>
    );
  if (!starts) return null;
  if (count > runs.length && row.link)
    return (
      <LinkButton size="sm" link={listAddress(run.team_id, row.link)}>
        Choose runs
      </LinkButton>
    );
  return (
    <Button size="sm" onClick={() => onAgain(runs)}>
      {runs.length === 1 ? "Run again" : `Run ${runs.length} again`}
    </Button>
  );
}

/** Where the agent is mended, for those who may, or that it was since. */
function Mend(props: FailureStepProps) {
  const { run } = props;
  const who = useWho();
  const agent = useQuery(read(getAgent, { params: { agent_id: run.agent_id } })).data?.agent;
  const revisions = useQuery(read(listAgentRevisions, { params: { agent_id: run.agent_id }, query: { limit: 20, offset: 0 } })).data
    ?.builds;
  if (!who || !agent || !revisions) return null;
  const { label, link } = mendStep(run, revisions);
  if (!link) return <Again {...props} />;
  return mayChangeAgent(agent, who) ? (
    <LinkButton size="sm" link={link}>
      {label}
    </LinkButton>
  ) : null;
}
