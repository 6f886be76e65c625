import { runState } from "#api/states/run-states.ts";
import type { ReactNode } from "react";
import { pathTo } from "#api/path-to.ts";
import type { RunDetails } from "#contract/runs/run.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { Duration, durationOf } from "#ui/duration.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Facts } from "#ui/side-panel.tsx";
import { Status } from "#ui/status.tsx";
import { Time } from "#ui/time.tsx";
import { RelatedRuns } from "./related-runs.tsx";
import { RunEvaluation } from "./run-evaluation.tsx";
import { agentGone } from "./run-agent.ts";
import { RunStepList } from "./run-step-list.tsx";
import { sourceName } from "./run-source.ts";
import { hasEnded } from "./run-status.ts";
import { SandboxFiles } from "./sandbox-files.tsx";

interface RunFactsProps {
  run: RunDetails;
  stopping: boolean;
}

/** The side of a run's page: state, where it comes from, what it cost, what it left. */
export function RunFacts({ run, stopping }: RunFactsProps) {
  const { input_tokens, output_tokens } = run.usage;
  const agent = pathTo("/t/$teamId/agents/$agentId", { teamId: run.team_id, agentId: run.agent_id });
  const ended = hasEnded(run.status);
  const gone = agentGone(run);
  return (
    <>
      <Facts
        rows={[
          ["Status", <Status key="s" {...runState(run)} {...(stopping ? { word: "Stopping…" } : {})} />],
          [
            "Agent",
            <span key="a">
              {gone ? `${run.agent_name} (${gone})` : <TextLink link={agent}>{run.agent_name}</TextLink>}
              <span className="text-ink-3">, run {run.run_number.toLocaleString("en")}</span>
            </span>,
          ],
          [
            "Revision",
            gone ? (
              `${run.revision_number}`
            ) : (
              <TextLink
                key="r"
                link={pathTo("/t/$teamId/agents/$agentId/revisions/$buildId", {
                  teamId: run.team_id,
                  agentId: run.agent_id,
                  buildId: run.build_id,
                })}
              >
                Revision {run.revision_number}
              </TextLink>
            ),
          ],
          ...(run.case
            ? [
                [
                  "Case",
                  <span key="c">
                    <TextLink
                      link={pathTo("/t/$teamId/queues/$queueId/cases/$caseId", {
                        teamId: run.team_id,
                        queueId: run.case.queue_id,
                        caseId: run.case.id,
                      })}
                    >
                      {run.case.title}
                    </TextLink>
                    <span className="text-ink-3">, {run.case.queue_name}</span>
                  </span>,
                ] as const,
              ]
            : []),
          ["Model", <ModelName key="m" model={run.model} />],
          run.started_at ? ["Started", <Time key="t" at={run.started_at} />] : ["Requested", <Time key="t" at={run.created_at} />],
          [
            "Duration",
            <Duration
              key="d"
              from={run.started_at}
              to={ended ? (run.completed_at ?? run.updated_at) : null}
              {...(run.waited_ms >= 1000 && ended ? { note: ` (${durationOf(run.waited_ms)} waiting)` } : {})}
            />,
          ],
          ["Started by", startedBy(run)],
          ...(input_tokens + output_tokens > 0 || (run.model !== null && run.model !== "scripted")
            ? [["Tokens", `${input_tokens.toLocaleString("en")} in, ${output_tokens.toLocaleString("en")} out`] as const]
            : []),
          [
            "Id",
            <span key="i" className="flex items-start gap-1">
              <code className="text-xs break-all">{run.id}</code>
              <CopyButton text={run.id} label="Copy id" />
            </span>,
          ],
        ]}
      />
      <RunStepList run={run} />
      <RelatedRuns run={run} />
      {run.sandbox_id ? <SandboxFiles sandboxId={run.sandbox_id} stamp={`${run.status} ${run.updated_at}`} ended={ended} /> : null}
      {/* Last, as it comes last: it would push down what somebody reads. */}
      {gone ? null : <RunEvaluation run={run} />}
    </>
  );
}

/** The person and the way, as in `A former member, API`. */
function startedBy(run: RunDetails): string {
  const person = run.user_name ?? (run.user_id ? "A former member" : undefined);
  return [person, run.source === null ? undefined : sourceName(run.source)].filter(Boolean).join(", ") || "No one";
}

function TextLink({ link, children }: { link: string; children: ReactNode }) {
  return (
    <AnyLink link={link} className="rounded-sm text-accent-ink underline underline-offset-2">
      {children}
    </AnyLink>
  );
}

function ModelName({ model }: { model: string | null }) {
  if (model === null) return <>Python (no model)</>;
  if (model !== "scripted") return <code className="text-xs">{model}</code>;
  return (
    <>
      <code className="text-xs">scripted</code>, practice model: runs written steps
    </>
  );
}
