import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { LastMessages } from "./last-messages.tsx";
import { runRead } from "./queries.ts";
import { RequestCard } from "./request-card.tsx";
import type { Answer } from "./use-answer.ts";
import type { SteadyRequest } from "./use-steady-requests.ts";

interface InboxDetailProps {
  teamId: string;
  row: SteadyRequest;
  position: number;
  of: number;
  keys: boolean;
  /** Draws a case by its id; it belongs to the area of the cases. */
  about: (caseId: string) => ReactNode;
  /** See RequestCard. */
  alike: { readonly many: string; readonly onAnswer: (answer: Answer) => void } | undefined;
  onWithdraw: () => void;
  onAnswered: () => void;
  onBack: (() => void) | undefined;
}

/** A request with its controls first, and under it what led to it. */
export function InboxDetail({ teamId, row, position, of, keys, about, alike, onWithdraw, onAnswered, onBack }: InboxDetailProps) {
  const { request, gone } = row;
  const run = useQuery(runRead(request.run_id));
  const runLink = `/t/${teamId}/runs/${request.run_id}`;
  return (
    // Positioned, as what is only for screen readers would lengthen the document otherwise.
    <div className="relative min-h-0 min-w-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-[760px] flex-col gap-4 px-3 py-4 md:px-6">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
          {onBack ? (
            <Button size="sm" tone="quiet" icon={ArrowLeft} onClick={onBack}>
              All requests
            </Button>
          ) : null}
          <span className="text-ink-3">
            Request {position} of {of.toLocaleString("en")}
          </span>
          <span className="min-w-0 truncate">
            <AnyLink link={`/t/${teamId}/agents/${request.agent_id}`} className="rounded-sm underline-offset-2 hover:underline">
              {request.agent_name}
            </AnyLink>
            {request.user_name ? `, started by ${request.user_name}` : ""}
            {request.case ? (
              <>
                {" about "}
                <AnyLink
                  link={`/t/${teamId}/queues/${request.case.queue_id}/cases/${request.case.id}`}
                  className="rounded-sm font-medium text-ink underline-offset-2 hover:underline"
                >
                  {request.case.title}
                </AnyLink>
              </>
            ) : null}
          </span>
          <AnyLink
            link={runLink}
            className="ms-auto inline-flex items-center gap-1 rounded-sm text-accent-ink underline-offset-2 hover:underline"
          >
            Open the run
            <ArrowRight size={14} strokeWidth={1.75} aria-hidden />
          </AnyLink>
        </div>
        {request.of_former_run && !gone ? (
          <div className="flex flex-wrap items-center gap-3 rounded-md border border-line bg-surface px-3 py-2 text-sm">
            <p className="min-w-0 flex-1 basis-64">
              The case was taken from this run. An answer goes to the run, and changes nothing of the case.
            </p>
            <Button size="sm" onClick={onWithdraw}>
              Withdraw
            </Button>
          </div>
        ) : null}
        {gone ? (
          <EmptyState title="Answered or withdrawn meanwhile" action={<Button onClick={onAnswered}>Go on</Button>}>
            Somebody else answered this, or its run was stopped. Nothing is left to do here.
          </EmptyState>
        ) : (
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
        {request.case && !gone ? about(request.case.id) : null}
        <section aria-label="What led to it" className="pt-2">
          <h2 className="mb-2 text-sm font-semibold">What led to it</h2>
          <Loaded query={run} what="the run" inline>
            {({ run: details }) => <LastMessages run={details} />}
          </Loaded>
        </section>
      </div>
    </div>
  );
}
