import { CircleHelp, ShieldCheck } from "lucide-react";
import { useState } from "react";
import type { PendingHumanRequest } from "#contract/runs/human-requests.ts";
import { useDecisionAbout } from "#api/decisions/held.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Markdown } from "#ui/markdown.tsx";
import { DecisionUnderWay } from "#ui/pending-decision.tsx";
import { Time } from "#ui/time.tsx";
import { ApprovalAnswer } from "./approval-answer.tsx";
import { AskedCall } from "./asked-call.tsx";
import { KeptFiles } from "./kept-files.tsx";
import { QuestionAnswers } from "./question-answers.tsx";
import type { Answer } from "./use-answer.ts";

interface RequestCardProps {
  runId: string;
  /** Of the run, once it is known. */
  sandboxId: string | null | undefined;
  request: PendingHumanRequest;
  /** Binds A, D, 1–9 and Mod+Enter: one card of a page only. */
  keys: boolean;
  onDone: () => void;
  /** Others that ask the same, this one among them: how many in words, and what takes one answer to all. */
  alike?: { readonly many: string; readonly onAnswer: (answer: Answer) => void } | undefined;
}

/** What an agent asks, and the controls to answer it. */
export function RequestCard({ runId, sandboxId, request, keys, onDone, alike }: RequestCardProps) {
  const [toAll, setToAll] = useState(false);
  const instead = toAll ? alike?.onAnswer : undefined;
  const decision = useDecisionAbout(request.id);
  const Icon = request.type === "approval" ? ShieldCheck : CircleHelp;
  return (
    <section
      aria-label={`Waits for you: ${request.title}`}
      data-request={request.id}
      className="overflow-hidden rounded-md border border-line-strong"
    >
      <header className="flex items-center gap-2 bg-waiting-soft px-3 py-1.5 text-xs text-waiting">
        <Icon size={14} strokeWidth={1.75} aria-hidden />
        <span className="font-medium">{request.type === "approval" ? "Approval needed" : "Question"}</span>
        <span className="ms-auto">
          <Time at={request.created_at} />
        </span>
      </header>
      <div className="flex flex-col gap-3 p-3 sm:p-4">
        <h2 tabIndex={-1} className="text-lg font-medium text-balance break-words">
          {request.title}
        </h2>
        {request.description ? <Markdown text={request.description} /> : null}
        {request.tool_call ? <AskedCall call={request.tool_call} /> : null}
        {decision && decision.state !== "refused" ? (
          decision.state === "sent" ? (
            <p className="font-medium">{decision.done}</p>
          ) : (
            <DecisionUnderWay {...decision} />
          )
        ) : request.type === "approval" ? (
          <ApprovalAnswer runId={runId} request={request} keys={keys} onDone={onDone} instead={instead} />
        ) : (
          <QuestionAnswers runId={runId} request={request} keys={keys} onDone={onDone} instead={instead} />
        )}
        {request.may_always && !instead && (!decision || decision.state === "refused") ? (
          <p className="text-sm text-ink-2">
            Always allow: runs of this revision call <span className="font-mono break-all">{request.tool_call?.tool}</span> without asking,
            until the tool changes.
          </p>
        ) : null}
        {alike && (!decision || decision.state === "refused") ? (
          <Checkbox label={`The same answer to ${alike.many}`} checked={toAll} onChange={() => setToAll(!toAll)} />
        ) : null}
      </div>
      {/* Behind the buttons: what is read later must not move them. */}
      {request.type === "approval" && sandboxId ? <KeptFiles sandboxId={sandboxId} /> : null}
    </section>
  );
}
