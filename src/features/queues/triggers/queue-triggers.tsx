import { useQuery } from "@tanstack/react-query";
import { Plus, Workflow } from "lucide-react";
import { useState } from "react";
import { useMay } from "#api/roles.ts";
import { createAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import type { Queue } from "#contract/queues/queues.ts";
import { queueTriggersRead } from "#features/queues/queries.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Section } from "#ui/page.tsx";
import { ScrollColumn } from "#ui/scroll-column.tsx";
import { TriggerDialog, type TriggerSubject } from "./trigger-dialog.tsx";
import { TriggerItem } from "./trigger-item.tsx";
import { RoutingNote } from "./trigger-routing.tsx";
import { TriggerPicture } from "./trigger-picture.tsx";

/** Which agents this queue starts, and who would take which case. */
export function QueueTriggers({ teamId, queue }: { teamId: string; queue: Queue }) {
  const found = useQuery(queueTriggersRead(queue.id));
  const builds = useMay(createAgentCaseTrigger);
  const [subject, setSubject] = useState<TriggerSubject>();
  const here = { id: queue.id, name: queue.name };
  const add = builds ? (
    <Button icon={Plus} onClick={() => setSubject({ queue: here })}>
      Add trigger
    </Button>
  ) : null;
  return (
    <ScrollColumn width="wide">
      <Loaded query={found} what="the triggers of this queue">
        {(set) => (
          <>
            {set.routing ? <RoutingNote teamId={teamId} queueId={queue.id} routing={set.routing} agents={set.agents} /> : null}
            {set.agents.length === 0 ? (
              <EmptyState icon={Workflow} title="No agents use this queue" action={set.routing ? null : add}>
                With a trigger, each case starts a run of an agent. First choose this queue under “Handles cases from” in a revision of the
                agent.
              </EmptyState>
            ) : (
              <>
                <Section title="Who handles what">
                  <TriggerPicture teamId={teamId} queue={here} set={set} />
                </Section>
                <Section
                  title="Agents"
                  description="What each agent does with this queue and how it starts."
                  aside={set.routing ? null : add}
                >
                  <ul aria-label="Agents and their triggers" className="divide-y divide-line rounded-md border border-line">
                    {set.agents.map((agent) => (
                      <TriggerItem
                        key={agent.agent_id}
                        teamId={teamId}
                        queue={here}
                        agent={agent}
                        routing={set.routing}
                        defaultConcurrency={set.default_concurrency}
                        onSetUp={setSubject}
                      />
                    ))}
                  </ul>
                </Section>
              </>
            )}
          </>
        )}
      </Loaded>
      <TriggerDialog teamId={teamId} subject={subject} onClose={() => setSubject(undefined)} />
    </ScrollColumn>
  );
}
