import { useQuery } from "@tanstack/react-query";
import { Hourglass } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { pathTo } from "#api/path-to.ts";
import type { HoldUp } from "#contract/queues/queue-triggers.ts";
import type { Queue } from "#contract/queues/queues.ts";
import { queueTriggersRead } from "#features/queues/queries.ts";
import { holdUpInWords } from "#features/queues/triggers/trigger-words.ts";
import { cx } from "#ui/cx.ts";
import { AnyLink } from "#ui/link.tsx";

/** As long nothing has to have started before the console says so: most hold-ups are over by then. */
const sureAfterMs = 3000;

/** Says below the list why no pending case starts, and leads to what helps: `assign` where no agent is assigned. There it comes and goes without moving a row. */
export function HeldUp({ teamId, queue, assign }: { teamId: string; queue: Queue; assign: ReactNode }) {
  const { pending } = queue.case_counts;
  const held = useQuery({ ...queueTriggersRead(queue.id), enabled: pending > 0 }).data?.held_up;
  const known = pending > 0 ? held : undefined;
  const sure = useSteady(known ? `${known.reason} ${known.agent_id}` : "");
  if (!known || !sure) return null;
  const { link, help } = helpFor(known, teamId, queue.id);
  const button = known.reason === "no_trigger" ? assign : null;
  return (
    <p
      role="status"
      className={cx(
        "flex shrink-0 gap-2 border-t border-line bg-surface px-3 py-2 text-sm text-ink-2 md:px-5",
        button ? "items-center" : "items-start",
      )}
    >
      <Hourglass size={16} strokeWidth={1.75} aria-hidden className={cx("shrink-0 text-waiting", !button && "mt-0.5")} />
      <span className="min-w-0">
        {holdUpInWords(known, pending)}
        {button ? null : (
          <>
            {" "}
            <AnyLink link={link} className="rounded-sm font-medium text-accent-ink underline-offset-2 hover:underline">
              {help}
            </AnyLink>
          </>
        )}
      </span>
      {button}
    </p>
  );
}

/** Whether a text has stayed the same for {@link sureAfterMs}. */
function useSteady(text: string): boolean {
  const [steady, setSteady] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setSteady(text), sureAfterMs);
    return () => clearTimeout(timer);
  }, [text]);
  return steady === text;
}

function helpFor({ reason, agent_id }: HoldUp, teamId: string, queueId: string): { link: string; help: string } {
  if (reason === "waits_for_person") return { link: pathTo("/t/$teamId/inbox", { teamId }, { queue: queueId }), help: "Answer" };
  if (reason === "no_live_revision")
    return { link: pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: agent_id ?? "" }), help: "Open the agent" };
  return { link: pathTo("/t/$teamId/queues/$queueId", { teamId, queueId }, { tab: "triggers" }), help: "See the triggers" };
}
