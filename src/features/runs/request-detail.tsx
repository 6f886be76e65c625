import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import type { InboxRequest } from "#contract/runs/human-requests.ts";
import { Button } from "#ui/button.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import type { InboxDetailProps } from "./inbox-detail.tsx";
import { LastMessages } from "./last-messages.tsx";
import { runRead } from "./queries.ts";
import { RequestCard } from "./request-card.tsx";

interface RequestDetailProps extends Pick<InboxDetailProps, "teamId" | "keys" | "alike" | "about" | "onWithdraw" | "onAnswered"> {
  request: InboxRequest;
  gone: boolean;
}

/** What a run asks, its case, and the run's last words. */
export function RequestDetail({ teamId, request, gone, keys, alike, about, onWithdraw, onAnswered }: RequestDetailProps) {
  const run = useQuery(runRead(request.run_id));
  const background = (
    <section aria-label="Background" className="pt-2">
      <h2 className="mb-2 text-sm font-semibold">Background</h2>
      <Loaded query={run} what="the run" inline>
        {({ run: details }) => <LastMessages run={details} />}
      </Loaded>
    </section>
  );
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
        <span className="min-w-0 truncate">
          <AnyLink
            link={pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: request.agent_id })}
            className="rounded-sm underline-offset-2 hover:underline"
          >
            {request.agent_name}
          </AnyLink>
          {request.user_name ? `, started by ${request.user_name}` : ""}
          {request.case ? (
            <>
              {" about "}
              <AnyLink
                link={pathTo("/t/$teamId/queues/$queueId/cases/$caseId", {
                  teamId,
                  queueId: request.case.queue_id,
                  caseId: request.case.id,
                })}
                className="rounded-sm font-medium text-ink underline-offset-2 hover:underline"
              >
                {request.case.title}
              </AnyLink>
            </>
          ) : null}
        </span>
        <AnyLink
          link={pathTo("/t/$teamId/runs/$runId", { teamId, runId: request.run_id })}
          className="ms-auto inline-flex items-center gap-1 rounded-sm text-accent-ink underline-offset-2 hover:underline"
        >
          Open the run
          <ArrowRight size={14} strokeWidth={1.75} aria-hidden />
        </AnyLink>
      </div>
      {request.of_former_run && !gone ? (
        <div className="flex flex-wrap items-center gap-3 rounded-md border border-line bg-surface px-3 py-2 text-sm">
          <p className="min-w-0 flex-1 basis-64">
            This run no longer has its case. Your answer goes to the run and does not change the case.
          </p>
          <Button size="sm" onClick={onWithdraw}>
            Withdraw
          </Button>
        </div>
      ) : null}
      {gone ? null : (
        <RequestCard
          runId={request.run_id}
          sandboxId={run.data?.run.sandbox_id}
          request={request}
          keys={keys}
          onDone={onAnswered}
          alike={alike}
        />
      )}
      {/* Behind the buttons, too. */}
      {request.case && !gone ? about(request.case.id, background) : background}
    </>
  );
}
