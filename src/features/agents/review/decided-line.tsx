import { useSession } from "#api/session.ts";
import type { PastGeneration } from "#contract/agents/builder-run.ts";
import { Time } from "#ui/time.tsx";

export type DecidedGeneration = Pick<PastGeneration, "decision" | "decided_by" | "decision_note" | "completed_at">;

const words = { accepted: "Accepted into the draft", declined: "Declined" } as const;

/** Who decided, when and why, in one sentence. */
export function DecidedLine({ of: { decision, decided_by: by, decision_note: note, completed_at } }: { of: DecidedGeneration }) {
  const { user } = useSession();
  if (decision === null) return null;
  const who = by?.id === user.id ? "you" : by?.name;
  return (
    <>
      {words[decision]}
      {who ? ` by ${who}` : null}, <Time at={completed_at} />
      {note ? (
        <>
          : <span className="break-words whitespace-pre-wrap">“{note}”</span>
        </>
      ) : (
        "."
      )}
    </>
  );
}
