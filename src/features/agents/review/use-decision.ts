import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiError } from "#api/client.ts";
import { useWrite } from "#api/query.ts";
import { acceptRevisionGeneration, declineRevisionGeneration } from "#contract/agents/builder-runs.ts";
import { updateRevision } from "#contract/agents/revisions.ts";
import { generationRead } from "#features/agents/queries.ts";
import { toast } from "#ui/toast.ts";
import type { Proposal, ReviewState } from "./use-review.ts";

type Verb = "accept" | "decline";

/** Sends a decision about exactly what is shown. One that comes too late changes nothing and leads on to what is there now. */
export function useDecision(buildId: string, { run, generation }: Proposal, review: ReviewState, onDecided: () => void) {
  const client = useQueryClient();
  const also = { alsoStale: ["Revisions", "Agents", "Preflight"] };
  const accept = useWrite(acceptRevisionGeneration, also);
  const decline = useWrite(declineRevisionGeneration, also);
  const update = useWrite(updateRevision, { alsoStale: ["Agents"] });
  const [pending, setPending] = useState<Verb>();
  const [failure, setFailure] = useState<string>();

  const putBack = (verb: Verb) => {
    const config = verb === "accept" ? run.checkpoint_config : generation.proposed_config;
    if (config) update.mutate({ params: { build_id: buildId }, body: { config } }, { onError: sayFailed });
  };
  const send = async (verb: Verb) => {
    const input = { params: { build_id: buildId }, body: { builder_run_id: run.id, expected_started_at: run.started_at } };
    try {
      await (verb === "accept" ? accept : decline).mutateAsync(input);
    } catch (error) {
      if ((error as ApiError).status !== 409) throw error;
      await client.fetchQuery({ ...generationRead(buildId), staleTime: 0 });
      // What stands there then says that it is something else.
      review.moveOn();
      return;
    }
    onDecided();
    await client.fetchQuery({ ...generationRead(buildId), staleTime: 0 });
    review.end();
    toast(verb === "accept" ? "Accepted into the draft. Nothing is live yet." : "Declined. The draft is what it was before.", {
      undo: () => putBack(verb),
      about: buildId,
    });
  };
  const decide = (verb: Verb) => {
    if (pending) return;
    setPending(verb);
    setFailure(undefined);
    review.setBusy(true);
    void send(verb)
      .catch((error: Error) => setFailure(error.message))
      .finally(() => {
        setPending(undefined);
        review.setBusy(false);
      });
  };
  return { decide, pending, failure };
}

function sayFailed(error: Error): void {
  toast(error.message, { failed: true });
}
