import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import type { InboxRequest } from "#contract/runs/human-requests.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Pager } from "#ui/pager.tsx";
import { Table } from "#ui/table.tsx";
import type { Column } from "#ui/table-column.ts";
import { Time } from "#ui/time.tsx";
import { answerIn } from "./given-answer.tsx";
import { answeredPerPage, answeredRead } from "./queries.ts";

const columns = (teamId: string): readonly Column<InboxRequest>[] => [
  {
    id: "title",
    header: "Request",
    wrap: true,
    cell: (request) => (
      <>
        {request.title}
        {request.case ? <span className="font-normal text-ink-2 md:hidden"> · {request.case.title}</span> : null}
      </>
    ),
  },
  {
    id: "case",
    header: "Case",
    width: "20%",
    from: "md",
    cell: ({ case: one }) =>
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
  },
  {
    id: "answer",
    header: "Answer",
    width: "20%",
    wrap: true,
    quiet: true,
    cell: (request) => answerOf(request),
  },
  {
    id: "by",
    header: "Answered by",
    width: "140px",
    from: "sm",
    cell: (request) => request.responded_by_name ?? <span className="text-ink-3">Unknown</span>,
  },
  { id: "agent", header: "Agent", width: "18%", from: "md", quiet: true, cell: (request) => request.agent_name },
  { id: "when", header: "When", width: "88px", align: "end", cell: (request) => <Time at={request.responded_at} /> },
];

/** Who decided what, newest first. A row leads to its run. */
export function AnsweredList({ teamId, offset }: { teamId: string; offset: number }) {
  const query = useQuery(answeredRead(teamId, offset));
  return (
    <Loaded query={query} what="the answered requests" needs="Member">
      {({ human_requests, total }) =>
        human_requests.length === 0 ? (
          <EmptyState icon={CircleCheck} title="Nothing answered yet">
            Answers to agents are listed here, with who answered and when.
          </EmptyState>
        ) : (
          <>
            <Table
              label="Answered requests"
              rows={human_requests}
              rowId={(request) => request.id}
              rowLink={(request) => pathTo("/t/$teamId/runs/$runId", { teamId, runId: request.run_id })}
              columns={columns(teamId)}
              total={total}
              offset={offset}
              comfortable
            />
            <Pager
              offset={offset}
              limit={answeredPerPage}
              total={total}
              link={(next) => pathTo("/t/$teamId/inbox", { teamId }, { tab: "answered", offset: next > 0 ? next : undefined })}
            />
          </>
        )
      }
    </Loaded>
  );
}

/** The stored answer in words. */
function answerOf({ response }: InboxRequest): string {
  if (response === null) return "–";
  try {
    return answerIn(JSON.parse(response)) ?? response;
  } catch {
    return response;
  }
}
