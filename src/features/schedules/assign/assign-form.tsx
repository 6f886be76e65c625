import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read, useWrite } from "#api/query.ts";
import type { Named } from "#contract/fields.ts";
import { assignAgent, getAgentReadiness } from "#contract/schedules/assign.ts";
import type { Output } from "#contract/zod.ts";
import type { TriggerSlug } from "#contract/schedules/trigger-words.ts";
import { triggerSlugs } from "#contract/schedules/trigger-words.ts";
import { EditSchedule } from "#features/schedules/edit-schedule.tsx";
import { EditTrigger } from "#features/schedules/triggers/edit-trigger.tsx";
import { triggersRead } from "#features/schedules/triggers/queries.ts";
import { sourceWords } from "#features/schedules/triggers/trigger-words.ts";
import { Field } from "#ui/field.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Select } from "#ui/select.tsx";
import { AssignQueue } from "./assign-queue.tsx";
import { CannotWork } from "./cannot-work.tsx";

/** What starts an agent. */
export type StartedBy = "queue" | "schedule" | "event";

interface AssignFormProps {
  teamId: string;
  agentId: string;
  queue: Named | undefined;
  source: Named | undefined;
  by: StartedBy;
  onBy: (by: StartedBy) => void;
  onDone: () => void;
}

/** What starts the agent, or what has to be mended before anything can. */
export function AssignForm({ teamId, agentId, queue, source, by, onBy, onDone }: AssignFormProps) {
  const readiness = useQuery(read(getAgentReadiness, { params: { agent_id: agentId } }));
  const assign = useWrite(assignAgent);
  const send = (assignment: Output<typeof assignAgent.body>["assignment"]) =>
    assign.mutateAsync({ params: { agent_id: agentId }, body: { assignment } });
  return (
    <Loaded inline query={readiness} what="what this agent needs">
      {(ready) =>
        ready.live_build_id === null || ready.missing.length > 0 ? (
          <CannotWork teamId={teamId} agentId={agentId} readiness={ready} />
        ) : (
          <div className="flex flex-col gap-4">
            {queue || source ? null : (
              <Field label="What starts it" group>
                <RadioGroup
                  options={[
                    { value: "queue", label: "Cases in a queue" },
                    { value: "schedule", label: "A schedule" },
                    { value: "event", label: "An event" },
                  ]}
                  value={by}
                  onChange={onBy}
                />
              </Field>
            )}
            {by === "queue" ? (
              <AssignQueue
                teamId={teamId}
                agentId={agentId}
                buildId={ready.live_build_id}
                queue={queue}
                queues={ready.queues}
                mayAdd={ready.may_change}
                send={(case_trigger, adds_queue) => send({ to: "queue", case_trigger, adds_queue })}
                onDone={onDone}
              />
            ) : by === "schedule" ? (
              <EditSchedule teamId={teamId} agentId={agentId} send={(schedule) => send({ to: "schedule", schedule })} onDone={onDone} />
            ) : (
              <AssignEvent
                teamId={teamId}
                agentId={agentId}
                source={source}
                send={(trigger) => send({ to: "event", trigger })}
                onDone={onDone}
              />
            )}
          </div>
        )
      }
    </Loaded>
  );
}

interface AssignEventProps extends Pick<AssignFormProps, "teamId" | "agentId" | "source" | "onDone"> {
  send: NonNullable<Parameters<typeof EditTrigger>[0]["send"]>;
}

/** Where the event comes from; a person has one trigger for each, which is changed. */
function AssignEvent({ teamId, agentId, source, send, onDone }: AssignEventProps) {
  const [slug, setSlug] = useState<TriggerSlug>(source ? "webhook" : "cases");
  const triggers = useQuery(triggersRead(agentId));
  return (
    <Loaded inline query={triggers} what="the event triggers of this agent">
      {({ triggers: own }) => (
        <>
          {source ? null : (
            <Field label="Events of">
              <Select
                value={slug}
                options={triggerSlugs.map((value) => ({ value, label: sourceWords[value].title }))}
                onChange={({ target }) => setSlug(triggerSlugs.find((each) => each === target.value) ?? "cases")}
              />
            </Field>
          )}
          <EditTrigger
            key={slug}
            teamId={teamId}
            agentId={agentId}
            slug={slug}
            trigger={own.find(({ integration_slug }) => integration_slug === slug)}
            from={source?.id}
            send={send}
            onDone={onDone}
          />
        </>
      )}
    </Loaded>
  );
}
