import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { read } from "#api/query.ts";
import { type CaseTrigger, previewAgentCaseTriggerConflicts } from "#contract/queues/case-triggers.ts";
import { casesInWords } from "#features/queues/case-words.ts";
import { queueTriggersRead } from "#features/queues/queries.ts";
import { Loaded } from "#ui/loaded.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Warning } from "./trigger-problems.tsx";
import { atOnce, mayBeStarted, routingInWords } from "./trigger-words.ts";

interface TriggerPreviewProps {
  agent: { readonly id: string; readonly name: string };
  queue: { readonly id: string; readonly name: string };
  /** Cases at once that the trigger names; null: as many as the installation allows. */
  concurrency: number | null;
  /** The trigger that the agent has already. */
  existing: CaseTrigger | undefined;
}

/** What would come of it, before it does. */
export function TriggerPreview({ agent, queue, concurrency, existing }: TriggerPreviewProps) {
  const preview = useQuery(read(previewAgentCaseTriggerConflicts, { params: { agent_id: agent.id }, query: { case_queue_id: queue.id } }));
  const set = useQuery(queueTriggersRead(queue.id));
  const both = {
    ...set,
    data:
      set.data && preview.data
        ? { set: set.data, rivals: preview.data.conflicting_agents, waiting: preview.data.waiting_cases }
        : undefined,
  };
  return (
    <div role="status" className="flex flex-col gap-2">
      <Loaded
        query={{ ...both, error: set.error ?? preview.error }}
        what="what this would do"
        inline
        skeleton={<Skeleton className="w-60" />}
      >
        {({ set: { agents, default_concurrency, routing }, rivals, waiting }) => {
          if (routing && !mayBeStarted(routing, agent.id))
            return (
              <Warning>
                Revision {routing.revision_number} of {routing.automation_name} {routingInWords(routing)}. Route it to {agent.name} in a
                draft of that automation instead.
              </Warning>
            );
          const takes = agents.some(({ agent_id, consumes }) => agent_id === agent.id && consumes);
          return (
            <>
              {takes ? null : (
                <Warning>
                  The live revision of {agent.name} does not handle cases from “{queue.name}”. Every case would fail. Choose the queue in a
                  revision of the agent first.
                </Warning>
              )}
              {rivals.length > 0 ? (
                <Warning>
                  {rivals.map(({ name }) => name).join(", ")} {rivals.length === 1 ? "is" : "are"} also run automatically on this queue.
                  Each case goes to any one of them.
                </Warning>
              ) : null}
              {existing && existing.case_queue_id !== queue.id ? (
                <Warning>
                  {agent.name} is started by “{existing.case_queue_name}” now. An agent has one trigger, so it moves here.
                </Warning>
              ) : null}
              {takes && rivals.length === 0 ? (
                <span className="flex items-start gap-1.5 text-sm text-ink-2">
                  <CircleCheck size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0 text-done" />
                  No conflicts with other agents.
                </span>
              ) : null}
              <span className="text-sm text-ink-2">
                {waiting === 0
                  ? "No cases waiting. It starts with the next case."
                  : `Starts runs now for ${casesInWords(waiting)} waiting, ${atOnce(concurrency ?? default_concurrency)}.`}{" "}
                Runs act for {existing ? (existing.creator_display_name ?? "a former member") : "you"}.
              </span>
            </>
          );
        }}
      </Loaded>
    </div>
  );
}
