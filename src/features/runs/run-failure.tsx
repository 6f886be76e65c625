import { useQuery } from "@tanstack/react-query";
import { CircleX, FilePenLine, FolderOpen, GitCompare, List, RotateCw } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import { read } from "#api/query.ts";
import { listAgentRevisions } from "#contract/agents/revisions.ts";
import { serviceNotes } from "#contract/runs/messages.ts";
import type { RunDetails } from "#contract/runs/run.ts";
import { listTeamRuns } from "#contract/runs/runs.ts";
import { Button } from "#ui/button.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { remedyOf } from "./failure-remedies.ts";
import { mendStep } from "./mend-step.ts";
import { agentGone } from "./run-agent.ts";
import { messagesPerPage, messagesRead } from "./queries.ts";

/** Behind the last message of a failed run: why it failed, in the program's own words too, and the one thing to do next. */
export function RunFailure({ run, onAgain }: { run: RunDetails; onAgain: () => void }) {
  const { advice, step } = remedyOf(run);
  const said = useLastError(run);
  const gone = agentGone(run);
  const team = pathTo("/t/$teamId", { teamId: run.team_id });
  return (
    <section aria-label="Failure" className="mx-3 mt-3 overflow-hidden rounded-md border border-failed">
      <header className="flex items-start gap-2 bg-failed-soft px-3 py-2 font-medium text-failed">
        <CircleX size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
        <h2 className="min-w-0 break-words">{run.failure?.message ?? "This run failed."}</h2>
      </header>
      <div className="flex flex-col gap-3 p-3">
        {said && !run.failure?.message.includes(said.trim()) ? <p className="font-mono text-sm break-words">{said}</p> : null}
        <p className="text-ink-2">{advice}</p>
        <div className="flex flex-wrap gap-2 empty:hidden">
          {step === "files" ? (
            <LinkButton tone="primary" icon={FolderOpen} link={`${team}/files`}>
              Open the files
            </LinkButton>
          ) : null}
          {step === "revision" && !gone ? <EditAgent run={run} onAgain={onAgain} /> : null}
          {step === "again" && !gone ? (
            <Button tone="primary" icon={RotateCw} onClick={onAgain}>
              Run again
            </Button>
          ) : null}
          {run.last_success_build_id && !gone ? (
            <LinkButton icon={GitCompare} link={revisionOf(run, run.build_id, { against: run.last_success_build_id })}>
              Compare with the last success
            </LinkButton>
          ) : null}
          <SameFailure run={run} />
        </div>
      </div>
    </section>
  );
}

/** Leads to every run of the agent that failed by the same cause, to run them again once it is gone. */
function SameFailure({ run }: { run: RunDetails }) {
  const code = run.failure?.code;
  const query = { limit: 1, status: "failed", agent_id: run.agent_id, failure_code: code } as const;
  const { data } = useQuery({ ...read(listTeamRuns, { params: { teamId: run.team_id }, query }), enabled: code !== undefined });
  if (code === undefined || !data || data.total < 2) return null;
  const search = { status: "failed" as const, agent: run.agent_id, failure: code };
  return (
    <LinkButton icon={List} link={pathTo("/t/$teamId/runs", { teamId: run.team_id }, search)}>
      {data.total.toLocaleString("en")} runs failed this way
    </LinkButton>
  );
}

/** Where the agent is mended, or that it was since: the one place that is wanted, and why this one. */
function EditAgent({ run, onAgain }: { run: RunDetails; onAgain: () => void }) {
  const revisions = useQuery(read(listAgentRevisions, { params: { agent_id: run.agent_id }, query: { limit: 20, offset: 0 } })).data
    ?.builds;
  if (!revisions) return null;
  const { label, link, why } = mendStep(run, revisions);
  return (
    <>
      <p className="w-full text-ink-2">{why}</p>
      {link ? (
        <LinkButton tone="primary" icon={FilePenLine} link={link}>
          {label}
        </LinkButton>
      ) : (
        <Button tone="primary" icon={RotateCw} onClick={onAgain}>
          {label}
        </Button>
      )}
    </>
  );
}

function revisionOf(run: RunDetails, buildId: string, search: { against?: string } = {}): string {
  return pathTo("/t/$teamId/agents/$agentId/revisions/$buildId", { teamId: run.team_id, agentId: run.agent_id, buildId }, search);
}

/** The last line that the program itself wrote to its errors: in Python the exception. */
function useLastError(run: RunDetails): string | undefined {
  const last = Math.max(0, Math.ceil(run.message_count / messagesPerPage) - 1);
  const messages = useQuery(messagesRead(run.id, last)).data?.messages ?? [];
  return messages
    .filter(({ subtype }) => subtype === "stderr")
    .flatMap(({ text_content: text }) => text?.split("\n") ?? [])
    .findLast((line) => line.trim() !== "" && !isNote(line))
    ?.trim()
    .slice(0, 500);
}

function isNote(line: string): boolean {
  return Object.values(serviceNotes).some((beginning) => line.startsWith(beginning));
}
