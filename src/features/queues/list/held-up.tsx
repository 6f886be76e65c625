import { useQuery } from "@tanstack/react-query";
import { Hourglass } from "lucide-react";
import type { HoldUp } from "#contract/queues/queue-triggers.ts";
import type { Queue } from "#contract/queues/queues.ts";
import { casesInWords } from "#features/queues/case-words.ts";
import { queueTriggersRead } from "#features/queues/queries.ts";
import { holdUpInWords } from "#features/queues/triggers/trigger-words.ts";
import { AnyLink } from "#ui/link.tsx";

/** Says why no pending case of a queue begins, and leads to what helps. Nothing is said while some do. */
export function HeldUp({ teamId, queue }: { teamId: string; queue: Queue }) {
  const { pending } = queue.case_counts;
  const held = useQuery({ ...queueTriggersRead(queue.id), enabled: pending > 0 }).data?.held_up;
  if (!held || pending === 0) return null;
  const { link, help } = helpFor(held, teamId, queue.id);
  return (
    <p role="status" className="flex shrink-0 items-start gap-2 border-b border-line bg-surface px-3 py-2 text-sm text-ink-2 md:px-5">
      <Hourglass size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0 text-waiting" />
      <span className="min-w-0">
        {holdUpInWords(held, casesInWords(pending))}{" "}
        <AnyLink link={link} className="rounded-sm font-medium text-accent-ink underline-offset-2 hover:underline">
          {help}
        </AnyLink>
      </span>
    </p>
  );
}

function helpFor({ reason, agent_id }: HoldUp, teamId: string, queueId: string): { link: string; help: string } {
  if (reason === "waits_for_person") return { link: `/t/${teamId}/inbox?queue=${queueId}`, help: "Answer" };
  if (reason === "no_live_revision") return { link: `/t/${teamId}/agents/${agent_id}`, help: "Open the agent" };
  return { link: `/t/${teamId}/queues/${queueId}?tab=triggers`, help: "See the triggers" };
}
