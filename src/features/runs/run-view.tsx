import { runState } from "#api/states/run-states.ts";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useDecided } from "#api/decisions/held.ts";
import { pathTo } from "#api/path-to.ts";
import type { PendingHumanRequest } from "#contract/runs/human-requests.ts";
import type { RunDetails } from "#contract/runs/run.ts";
import { Drawer } from "#ui/drawer.tsx";
import { useMedia } from "#ui/media.ts";
import { Page } from "#ui/page.tsx";
import { Status } from "#ui/status.tsx";
import { MessageBox } from "./message-box.tsx";
import { messagesPerPage } from "./queries.ts";
import { ChildRuns } from "./related-runs.tsx";
import { ClosedRequest } from "./closed-request.tsx";
import { RequestCard } from "./request-card.tsx";
import { RequestNotice } from "./request-notice.tsx";
import { RunActions } from "./run-actions.tsx";
import { RunFacts } from "./run-facts.tsx";
import { RunFailure } from "./run-failure.tsx";
import { waitingFor } from "#ui/waits.tsx";
import { Transcript } from "./transcript.tsx";
import { useRunActions } from "./use-run-actions.ts";
import { useShownRequests } from "./use-shown-requests.ts";
import { useRunLive } from "./use-run-live.ts";

const route = getRouteApi("/_app/t/$teamId/runs/$runId");

const stopping = { word: "Stopping…", short: "Stopping…" };

interface RunViewProps {
  run: RunDetails;
  requests: readonly PendingHumanRequest[];
  approvals: ReactNode;
}

export function RunView({ run, requests, approvals }: RunViewProps) {
  const { at, find } = route.useSearch();
  const navigate = route.useNavigate();
  const wide = useMedia("(min-width: 900px)");
  const [open, setOpen] = useState(false);
  const actions = useRunActions(run);
  const decided = useDecided();
  const { shown, discard } = useShownRequests(requests);
  useRunLive(run.id, { active: !actions.ended, tail: Math.max(0, Math.floor((run.message_count - 1) / messagesPerPage) - 1) });

  const setFind = (text: string | undefined) =>
    void navigate({ search: ({ find: _, ...rest }) => (text === undefined ? rest : { ...rest, find: text }), replace: true });
  const facts = <RunFacts run={run} stopping={actions.stopping} />;
  const said = actions.stopping ? stopping.word : run.wait ? waitingFor(run.wait) : runState(run).word;
  return (
    <Page
      title={run.title}
      crumbs={[{ label: "Runs", link: pathTo("/t/$teamId/runs", { teamId: run.team_id }) }]}
      meta={
        // As wide as the widest of them, beside a title that is cut off.
        <span className="min-w-24">
          <Status {...runState(run)} {...(actions.stopping ? stopping : {})} brief />
        </span>
      }
      actions={<RunActions run={run} actions={actions} onDetails={wide ? undefined : () => setOpen(true)} />}
    >
      <span role="status" className="sr-only">
        {said}
      </span>
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <ChildRuns value={{ teamId: run.team_id, runs: run.children }}>
            <Transcript run={run} at={at} find={find} onFind={setFind}>
              {shown.length > 0 ? (
                <div className="flex flex-col gap-3 px-3 pt-3">
                  {shown.map(({ request, closed }) =>
                    closed ? (
                      <ClosedRequest key={request.id} inline teamId={run.team_id} request={request} onDiscard={() => discard(request.id)} />
                    ) : (
                      <RequestCard
                        key={request.id}
                        runId={run.id}
                        sandboxId={run.sandbox_id}
                        request={request}
                        keys={request.id === requests.find(({ id }) => !decided.has(id))?.id}
                        onDone={() => undefined}
                      />
                    ),
                  )}
                </div>
              ) : null}
              {approvals}
              {run.status === "failed" ? <RunFailure run={run} onAgain={actions.again} /> : null}
            </Transcript>
          </ChildRuns>
          {/* Under it: over it, it would push down what somebody reads. */}
          {requests.length > 0 ? <RequestNotice requests={requests} /> : null}
          <MessageBox run={run} onSent={() => undefined} />
        </div>
        {wide ? (
          <aside aria-label="About this run" tabIndex={0} className="w-80 shrink-0 overflow-y-auto border-s border-line">
            {facts}
          </aside>
        ) : (
          <Drawer open={open} onClose={() => setOpen(false)} title="About this run">
            <div className="-mx-4 -mt-4">{facts}</div>
          </Drawer>
        )}
      </div>
    </Page>
  );
}
