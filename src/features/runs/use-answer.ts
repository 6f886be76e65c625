import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CallInput } from "#contract/endpoint.ts";
import { respondToHumanRequest } from "#contract/runs/human-requests.ts";
import { dropDraft } from "#api/drafts.ts";
import { useWrite } from "#api/query.ts";
import { toast } from "#ui/toast.ts";

export type Answer = NonNullable<CallInput<typeof respondToHumanRequest>["body"]>;

interface Refusal {
  readonly message: string;
  /** By question, where the service names one. */
  readonly byQuestion: Readonly<Record<string, string>>;
}

export function draftOf(requestId: string): string {
  return `answer-${requestId}`;
}

/** Sends an answer. When somebody else was quicker it says so, shows the present state, and counts as done. */
export function useAnswer(runId: string, requestId: string, onDone: () => void) {
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const respond = useWrite(respondToHumanRequest);
  const done = () => {
    dropDraft(draftOf(requestId));
    onDone();
  };
  const send = (body: Answer) => {
    if (respond.isPending || respond.isSuccess) return;
    setRefusal(null);
    respond.mutate(
      { params: { run_id: runId, request_id: requestId }, body },
      {
        onSuccess: done,
        onError: (error) => {
          if (error.status === 409 || error.status === 404) {
            toast(
              error.code === "not_waiting"
                ? "This run no longer waits for an answer. Yours was not sent."
                : "Somebody answered this already. Yours was not sent.",
              { failed: true },
            );
            void client.invalidateQueries({ queryKey: [respondToHumanRequest.area] });
            done();
            return;
          }
          const named = error.issues.filter((issue) => issue.path[0] === "answers" && typeof issue.path[1] === "string");
          setRefusal({
            message: named.length > 0 ? "" : error.message,
            byQuestion: Object.fromEntries(named.map((issue) => [String(issue.path[1]), issue.message])),
          });
        },
      },
    );
  };
  return { send, pending: respond.isPending || respond.isSuccess, refusal };
}
