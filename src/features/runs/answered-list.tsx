import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import type { Reply } from "#contract/endpoint.ts";
import { answerColumns } from "#contract/runs/answer-columns.ts";
import { answerList } from "#contract/runs/answer-list.ts";
import type { InboxRequest, listHumanRequests } from "#contract/runs/human-requests.ts";
import type { Cells } from "#lists/list-columns.ts";
import { PagedList, usePages } from "#lists/paged-list.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Time } from "#ui/time.tsx";
import { answerOf } from "./given-answer.tsx";
import { answeredPerPage, answeredRead } from "./queries.ts";

const cellsIn = (teamId: string): Cells<typeof answerColumns, InboxRequest> => ({
  title: (request) => (
    <>
      {request.title}
      {request.case ? <span className="font-normal text-ink-2 md:hidden"> · {request.case.title}</span> : null}
    </>
  ),
  case: ({ case: one }) =>
    one ? (
      <AnyLink
        link={pathTo("/t/$teamId/queues/$queueId/cases/$caseId", { teamId, queueId: one.queue_id, caseId: one.id })}
        className="relative z-1 rounded-sm underline-offset-2 hover:underline"
      >
        {one.title}
      </AnyLink>
    ) : (
      <span className="text-ink-3">–</span>
    ),
  answer: (request) => answerOf(request),
  by: (request) => request.responded_by_name ?? <span className="text-ink-3">Unknown</span>,
  agent: (request) => request.agent_name,
  when: (request) => <Time at={request.responded_at} />,
});

/** Who decided what, newest first. A row leads to its run. */
export function AnsweredList({ teamId, offset }: { teamId: string; offset: number }) {
  const query = useQuery(answeredRead(teamId, offset));
  const rowsOf = (page: Reply<typeof listHumanRequests>) => page.human_requests;
  const pages = usePages({ search: { offset }, query, rowsOf, limit: answeredPerPage });
  return (
    <PagedList
      {...{ teamId, query, pages }}
      list={answerList}
      columns={answerColumns}
      to="/t/$teamId/inbox"
      kept={{ tab: "answered" }}
      search={{}}
      cells={cellsIn(teamId)}
      beneath={answerOf}
      label="Answered requests"
      what="the answered requests"
      rowLink={(request) => pathTo("/t/$teamId/runs/$runId", { teamId, runId: request.run_id })}
      empty={
        <EmptyState icon={CircleCheck} title="Nothing answered yet">
          Answers to agents are listed here, with who answered and when.
        </EmptyState>
      }
      comfortable
    />
  );
}
