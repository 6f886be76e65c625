import { useQueryClient } from "@tanstack/react-query";
import { useDecide } from "#api/decisions/decide.ts";
import { acceptRevisionGeneration, declineRevisionGeneration } from "#contract/agents/builder-runs.ts";
import { generationRead } from "#features/agents/queries.ts";
import { notesDraft } from "./use-notes.ts";
import type { Proposal } from "./use-review.ts";

type Verb = "accept" | "decline";

const words = {
  accept: { doing: "Accepting", done: "Accepted into the draft" },
  decline: { doing: "Declining", done: "Declined" },
} as const;

const late = "The proposal was replaced or decided first.";

/** Decides about exactly what is shown, with time to undo. A decision that comes too late changes nothing. */
export function useDecision(
  buildId: string,
  { run }: Proposal,
  title: string,
  notes: { readonly text: string; readonly drop: () => void },
) {
  const client = useQueryClient();
  const accept = useDecide(acceptRevisionGeneration);
  const decline = useDecide(declineRevisionGeneration);
  return (verb: Verb): void =>
    (verb === "accept" ? accept : decline)({
      about: run.id,
      ...words[verb],
      what: title,
      input: {
        params: { build_id: buildId },
        body: { builder_run_id: run.id, expected_started_at: run.started_at, ...(notes.text.trim() && { note: notes.text }) },
      },
      drafts: [notesDraft(buildId)],
      refusals: { stale_review: late, not_reviewable: late },
      sent: notes.drop,
      refused: ({ status }) => {
        // What stands there then says that it is something else.
        if (status === 409) void client.fetchQuery({ ...generationRead(buildId), staleTime: 0 });
      },
    });
}
