import { useQuery } from "@tanstack/react-query";
import { Workflow } from "lucide-react";
import { useState } from "react";
import { read } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import type { Agent } from "#contract/agents/agents.ts";
import { type CaseTrigger, createAgentCaseTrigger, listAgentCaseTriggers } from "#contract/queues/case-triggers.ts";
import { queueTriggersRead } from "#features/queues/queries.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Section } from "#ui/page.tsx";
import { ScrollColumn } from "#ui/scroll-column.tsx";
import { TriggerDialog, type TriggerSubject } from "./trigger-dialog.tsx";
import { TriggerItem } from "./trigger-item.tsx";
import { TriggerPicture } from "./trigger-picture.tsx";

/** On an agent's page: the queue whose cases start it. */
export function AgentTrigger({ teamId, agent }: { teamId: string; agent: Agent }) {
  const triggers = useQuery(read(listAgentCaseTriggers, { params: { agent_id: agent.id } }));
  const builds = useMay(createAgentCaseTrigger, agent);
  const [subject, setSubject] = useState<TriggerSubject>();
  return (
    <ScrollColumn width="wide">
      <Loaded query={triggers} what="the trigger of this agent">
        {({ case_triggers: [trigger] }) =>
          trigger ? (
            <OfQueue teamId={teamId} trigger={trigger} onSetUp={setSubject} />
          ) : (
            <EmptyState
              icon={Workflow}
              title="No case trigger"
              action={
                builds ? (
                  <Button tone="primary" onClick={() => setSubject({ agent: { id: agent.id, name: agent.name } })}>
                    Add trigger
                  </Button>
                ) : null
              }
            >
              With a case trigger, each case of a queue starts a run of this agent. Other starts are under Schedules and Events.
            </EmptyState>
          )
        }
      </Loaded>
      <TriggerDialog teamId={teamId} subject={subject} onClose={() => setSubject(undefined)} />
    </ScrollColumn>
  );
}

interface OfQueueProps {
  teamId: string;
  trigger: CaseTrigger;
  onSetUp: (subject: TriggerSubject) => void;
}

function OfQueue({ teamId, trigger, onSetUp }: OfQueueProps) {
  const found = useQuery(queueTriggersRead(trigger.case_queue_id));
  const queue = { id: trigger.case_queue_id, name: trigger.case_queue_name };
  return (
    <Loaded query={found} what="the queue that starts this agent">
      {(set) => (
        <>
          <Section title="Case trigger" description={`Cases of “${queue.name}” start this agent.`}>
            <ul aria-label="Trigger" className="rounded-md border border-line">
              {set.agents
                .filter(({ agent_id }) => agent_id === trigger.agent_id)
                .map((one) => (
                  <TriggerItem
                    key={one.agent_id}
                    teamId={teamId}
                    queue={queue}
                    agent={one}
                    routing={set.routing}
                    defaultConcurrency={set.default_concurrency}
                    onSetUp={onSetUp}
                  />
                ))}
            </ul>
          </Section>
          <Section title="Who handles what">
            <TriggerPicture teamId={teamId} queue={queue} set={set} />
          </Section>
        </>
      )}
    </Loaded>
  );
}
