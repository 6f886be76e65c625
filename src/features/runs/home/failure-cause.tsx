import { useQuery } from "@tanstack/react-query";
import { CircleX } from "lucide-react";
import { countOf } from "#api/figures.ts";
import type { AnswerRow } from "#contract/dashboards/answers.ts";
import { listAddress } from "#contract/dashboards/list-address.ts";
import { failureNames } from "#contract/runs/failure-names.ts";
import type { FailureCode } from "#contract/runs/failures.ts";
import type { RunRow } from "#contract/runs/run.ts";
import { runRead } from "#features/runs/queries.ts";
import { counted } from "#ui/counted.ts";
import { AnyLink } from "#ui/link.tsx";
import { Time } from "#ui/time.tsx";
import { FailureStep } from "./failure-step.tsx";
import { causeRead } from "./home-reads.ts";

interface FailureCauseProps {
  teamId: string;
  /** The runs of one agent that failed by one thing. */
  row: AnswerRow;
  onAgain: (runs: readonly RunRow[]) => void;
}

/** What runs of an agent failed by: how many, what the newest says, and what to do. Two lines, whatever is known of it yet. */
export function FailureCause({ teamId, row, onAgain }: FailureCauseProps) {
  const [code, agentId] = row.by;
  const [name, agent] = row.names;
  const runs = useQuery(causeRead(teamId, row)).data?.data;
  const newest = runs?.[0];
  const run = useQuery({ ...runRead(newest?.id ?? ""), enabled: newest !== undefined }).data?.run;
  const message = run?.failure?.message;
  const differ = runs?.some(({ failure_message: other }) => other !== newest?.failure_message);
  const said = [
    run ? `${agent ?? "No agent"}, revision ${run.revision_number}` : agent,
    // A worded failure says more than the name of its kind.
    ...(run?.failure && message !== failureNames[run.failure.code] ? [differ ? `Newest: ${message}` : message] : []),
  ];
  const title = failureNames[code as FailureCode] ?? name ?? "Failed for another reason";
  const words = (
    <>
      <span className="font-medium">{title}</span> <span className="text-ink-3">{counted(countOf(row), "run", "runs")}</span>
    </>
  );
  return (
    <li className="flex items-start gap-3 border-b border-line py-2 text-sm last:border-b-0">
      <CircleX size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0 text-failed" />
      <span className="min-w-0 flex-1">
        {row.link ? (
          <AnyLink link={listAddress(teamId, row.link)} className="line-clamp-2 rounded-sm break-words hover:underline sm:line-clamp-1">
            {words}
          </AnyLink>
        ) : (
          <span className="line-clamp-2 break-words sm:line-clamp-1">{words}</span>
        )}
        <span className="flex flex-wrap gap-x-2 text-xs leading-5 text-ink-3 sm:flex-nowrap sm:gap-0">
          {/* When it was is told whole, however much there is to say. */}
          <span className="line-clamp-2 min-w-0 break-words sm:line-clamp-1" title={message}>
            {said.join(" · ")}
          </span>
          {newest ? (
            <span className="shrink-0 whitespace-pre">
              <span className="max-sm:hidden">{" · "}</span>
              <Time at={newest.completed_at ?? newest.updated_at} />
            </span>
          ) : null}
        </span>
      </span>
      {run && agentId ? <FailureStep run={run} runs={runs ?? []} count={countOf(row)} row={row} onAgain={onAgain} /> : null}
    </li>
  );
}
