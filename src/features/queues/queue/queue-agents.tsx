import { useQuery } from "@tanstack/react-query";
import { ArrowDownToLine, ArrowUpFromLine, type LucideIcon, Workflow } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import type { QueueConsumer, QueueProducer } from "#contract/queues/queues.ts";
import { queueAgentsRead } from "#features/queues/queries.ts";
import { TriggerProblems } from "#features/queues/triggers/trigger-problems.tsx";
import { atOnce } from "#features/queues/triggers/trigger-words.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";

/** Who puts work into the queue and who takes it out, read off live revisions. */
export function QueueAgents({ teamId, queueId }: { teamId: string; queueId: string }) {
  const agents = useQuery(queueAgentsRead(queueId));
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Loaded query={agents} what="the agents of this queue">
        {({ producers, consumers }) =>
          producers.length + consumers.length === 0 ? (
            <EmptyState
              icon={Workflow}
              title="No agents use this queue"
              action={<LinkButton link={pathTo("/t/$teamId/agents", { teamId })}>Open the agents</LinkButton>}
            >
              Open an agent's revision and choose this queue under Queues, to add cases to it or handle its cases. This applies once the
              revision is live.
            </EmptyState>
          ) : (
            <div className="grid gap-8 px-3 py-6 md:grid-cols-2 md:px-5">
              <p className="text-ink-2 md:col-span-2">
                Set up which agent runs automatically under{" "}
                <AnyLink
                  link={pathTo("/t/$teamId/queues/$queueId", { teamId, queueId }, { tab: "triggers" })}
                  className="rounded-sm underline underline-offset-2"
                >
                  Triggers
                </AnyLink>
                .
              </p>
              <Side title="Adds cases" icon={ArrowDownToLine} none="No live agent adds cases." agents={producers} teamId={teamId} />
              <Side title="Handles cases" icon={ArrowUpFromLine} none="No live agent handles cases." agents={consumers} teamId={teamId} />
            </div>
          )
        }
      </Loaded>
    </div>
  );
}

interface SideProps {
  title: string;
  icon: LucideIcon;
  none: string;
  agents: readonly (QueueProducer | QueueConsumer)[];
  teamId: string;
}

function Side({ title, icon: Icon, none, agents, teamId }: SideProps) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 flex items-center gap-2 font-semibold">
        <Icon size={16} strokeWidth={1.75} aria-hidden className="text-ink-3" />
        {title}
      </h2>
      {agents.length === 0 ? <p className="text-ink-3">{none}</p> : null}
      <ul className="flex flex-col divide-y divide-line">
        {agents.map((agent) => (
          <li key={agent.agent_id} className="flex flex-col gap-1 py-2">
            <span className="flex items-center gap-2">
              <AnyLink
                link={pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: agent.agent_id })}
                className="min-w-0 truncate font-medium hover:underline"
              >
                {agent.agent_name}
              </AnyLink>
              {"is_handover_target" in agent && agent.is_handover_target ? (
                <span className="shrink-0 text-sm text-ink-3">receives handoffs</span>
              ) : null}
            </span>
            {"is_handover_target" in agent ? <span className="text-sm text-ink-2">{startsInWords(agent)}</span> : null}
            <TriggerProblems problems={agent.problems} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function startsInWords({ case_trigger_enabled, concurrency_limit, at_concurrency_limit }: QueueConsumer): string {
  if (!case_trigger_enabled) return "Does not run automatically.";
  return `Runs automatically, ${atOnce(concurrency_limit)}${at_concurrency_limit ? ": at its limit" : ""}.`;
}
