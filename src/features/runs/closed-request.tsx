import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { dropDraft } from "#api/drafts.ts";
import type { PendingHumanRequest } from "#contract/runs/human-requests.ts";
import { cx } from "#ui/cx.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Time } from "#ui/time.tsx";
import { TypedTexts } from "#ui/typed-texts.tsx";
import { answerOf } from "./given-answer.tsx";
import { answeredRead } from "./queries.ts";
import { typedAnswers } from "./typed-answers.ts";
import { draftOf } from "./use-answer.ts";

interface ClosedRequestProps {
  teamId: string;
  request: PendingHumanRequest;
  action?: ReactNode;
  /** Among other things of a page, under the words of the request. */
  inline?: boolean;
  onDiscard?: () => void;
}

/** What became of a request that others closed, and what somebody was still writing as an answer to it. */
export function ClosedRequest({ teamId, request, action, inline = false, onDiscard }: ClosedRequestProps) {
  const [texts, setTexts] = useState(() => typedAnswers(request));
  const discard = () => {
    dropDraft(draftOf(request.id));
    setTexts([]);
    onDiscard?.();
  };
  return (
    <section
      aria-label={`Closed: ${request.title}`}
      className={cx("flex flex-col gap-3", inline && "rounded-md border border-line p-3 sm:p-4")}
    >
      {inline ? <h2 className="text-lg font-medium text-balance break-words">{request.title}</h2> : null}
      <div role="status">
        <WhatBecame teamId={teamId} request={request} action={action} inline={inline} />
      </div>
      {texts.length > 0 ? <TypedTexts texts={texts} fate="sent" onDiscard={discard} /> : null}
    </section>
  );
}

function WhatBecame({ teamId, request, ...how }: Omit<ClosedRequestProps, "onDiscard">) {
  const { data, isFetching } = useQuery(answeredRead(teamId, 0));
  const answered = data?.human_requests.find(({ id }) => id === request.id);
  if (answered) {
    const { type, responded_by_name: name, responded_at } = answered;
    const words = answerOf(answered);
    return (
      <EmptyState title={`${type === "approval" ? words : "Answered"}${name ? ` by ${name}` : ""}`} {...how}>
        {type === "approval" ? null : <p className="break-words">{words}</p>}
        <Time at={responded_at} />
      </EmptyState>
    );
  }
  // All that were answered are read, and it is none of them.
  if (data && !isFetching && data.human_requests.length === data.total)
    return (
      <EmptyState title="Withdrawn" {...how}>
        The run was stopped, or continues without an answer.
      </EmptyState>
    );
  return (
    <EmptyState title="Already answered or withdrawn" {...how}>
      Somebody else answered this, or its run was stopped.
    </EmptyState>
  );
}
