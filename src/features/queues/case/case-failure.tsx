import { CircleX, RotateCcw } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import type { Case, CaseEvent } from "#contract/queues/case.ts";
import { GiveMenu } from "#features/queues/labels/give-menu.tsx";
import { StartsByItself } from "#features/queues/starts-by-itself.tsx";
import { useCaseBulk } from "#features/queues/use-case-bulk.ts";
import { useCaseStatus } from "#features/queues/use-case-status.ts";
import { Button } from "#ui/button.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { toast } from "#ui/toast.ts";

/** Above all else of a failed case: why it failed, and how it is worked again. */
export function CaseFailure({ teamId, one, events }: { teamId: string; one: Case; events: readonly CaseEvent[] }) {
  const { set, setting } = useCaseStatus();
  const change = useCaseBulk(one.queue_id);
  const failing = one.failure_reason === null ? undefined : events.findLast(({ type }) => type === "failed");
  const run = failing?.agent_run_removed ? undefined : failing?.agent_run_id;
  const give = async (agent: { agent_id: string; agent_name: string }) => {
    try {
      await change({ kind: "reprocess", agent_id: agent.agent_id }, { case_ids: [one.id] });
      toast(`Case assigned to ${agent.agent_name}`);
    } catch (error) {
      toast(error instanceof Error ? error.message : "That did not work.", { failed: true });
    }
  };
  return (
    <section aria-label="Failure" className="overflow-hidden rounded-md border border-failed">
      <header className="flex items-start gap-2 bg-failed-soft px-3 py-2 font-medium text-failed">
        <CircleX size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
        <h2 className="min-w-0 break-words whitespace-pre-wrap">{one.failure_reason ?? "A person set this case to Failed."}</h2>
      </header>
      <div className="flex flex-col gap-3 p-3">
        <p className="text-ink-2">
          Fix the cause, then assign the case to an agent or reopen it. <StartsByItself queueId={one.queue_id} count={1} />
        </p>
        <div className="flex flex-wrap gap-2">
          <GiveMenu queueId={one.queue_id} onGive={(agent) => void give(agent)} />
          <Button icon={RotateCcw} pending={setting} onClick={() => void set(one, "pending")}>
            Reopen
          </Button>
          {run ? (
            <LinkButton tone="quiet" link={pathTo("/t/$teamId/runs/$runId", { teamId, runId: run })}>
              Open the run
            </LinkButton>
          ) : null}
        </div>
      </div>
    </section>
  );
}
