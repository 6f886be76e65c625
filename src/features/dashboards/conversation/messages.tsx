import { Bot, MousePointerClick } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import type { Artifact, ArtifactMessage } from "#contract/dashboards/dashboard.ts";
import { isGenerating } from "#features/dashboards/dashboard-words.ts";
import { peopleRead } from "#features/dashboards/queries.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { ClockTime } from "#ui/time.tsx";
import { Question } from "./question.tsx";
import { TurnSteps } from "./turn-steps.tsx";
import { VersionLine } from "./version-line.tsx";

interface MessagesProps {
  artifact: Artifact;
  messages: readonly ArtifactMessage[];
  /** Older ones are left out. */
  more: boolean;
  version: string | undefined;
  onVersion: (version: string | undefined) => void;
}

/** What was asked and answered, the newest last; after each turn the version that it came to. */
export function Messages({ artifact, messages, more, version, onVersion }: MessagesProps) {
  const people = useQuery(peopleRead(artifact.team_id));
  const nameOf = (id: string | null) => {
    const found = people.data?.find((each) => each.id === id);
    return found ? (found.name ?? found.email) : "Former member";
  };
  if (messages.length === 0) {
    return (
      <div className="px-4 py-2">
        <EmptyState inline title="No messages yet">
          Say what should change on this page. The next version appears beside this conversation.
        </EmptyState>
      </div>
    );
  }
  const last = messages.at(-1);
  return (
    <ol aria-label="Messages" className="flex flex-col py-2">
      {more ? <li className="px-4 py-2 text-xs text-ink-3">Older messages are not shown.</li> : null}
      {messages.map((message) => (
        <li key={message.id}>
          <article className="flex gap-2.5 px-4 py-2.5">
            {message.role === "user" ? (
              <span aria-hidden className="grid size-5 shrink-0 place-content-center rounded-full bg-hover text-xs text-ink-2 uppercase">
                {nameOf(message.author_user_id).slice(0, 1)}
              </span>
            ) : (
              <Bot size={20} strokeWidth={1.5} aria-hidden className="shrink-0 text-ink-2" />
            )}
            <div className="min-w-0 flex-1 text-sm">
              <p className="flex items-baseline gap-2">
                <span className="truncate font-medium">{message.role === "user" ? nameOf(message.author_user_id) : "Dashboard agent"}</span>
                <span className="text-xs text-ink-3">
                  <ClockTime at={Date.parse(message.created_at)} />
                </span>
              </p>
              {message.content === "" ? null : (
                <p dir="auto" className="break-words whitespace-pre-wrap">
                  {message.content}
                </p>
              )}
              {message.selected_element ? (
                <span className="mt-1 inline-flex max-w-full items-center gap-1.5 rounded-sm bg-hover px-1.5 py-0.5 text-xs text-ink-2">
                  <MousePointerClick size={12} strokeWidth={1.75} aria-hidden className="shrink-0" />
                  <span className="truncate">{message.selected_element.label}</span>
                </span>
              ) : null}
              {message.message?.steps.map((step, at) =>
                step.kind === "asked" ? (
                  <Question key={step.tool_call_id} artifact={artifact} step={step} open={message === last && step.answer === null} />
                ) : (
                  <TurnSteps key={at} step={step} />
                ),
              )}
              {message.message?.failure ? <p className="mt-1 text-failed">{message.message.failure}</p> : null}
            </div>
          </article>
          {message.message && typeof message.message.version === "number" && message.revision_id ? (
            <VersionLine
              number={message.message.version}
              revision={message.revision_id}
              shown={version}
              artifact={artifact}
              onVersion={onVersion}
            />
          ) : null}
        </li>
      ))}
      {isGenerating(artifact) ? (
        <li className="flex items-center gap-2.5 px-4 py-2.5 text-sm text-ink-2" role="status">
          <Spinner /> The agent is at work
        </li>
      ) : null}
    </ol>
  );
}
