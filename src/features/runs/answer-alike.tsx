import { counted } from "#ui/counted.ts";
import { OneByOneDialog } from "#ui/one-by-one-dialog.tsx";
import type { useAnswerAlike } from "./use-answer-alike.ts";
import type { Answer } from "./use-answer.ts";

interface AnswerAlikeProps {
  answering: ReturnType<typeof useAnswerAlike>;
  /** Those that have an answer now. */
  onDone: (ids: ReadonlySet<string>) => void;
}

/** Says what all of them get, then gives it to one after the other. */
export function AnswerAlike({ answering, onDone }: AnswerAlikeProps) {
  const { walk, answer, start, cancel, close } = answering;
  return (
    <OneByOneDialog
      walk={walk}
      words={{
        things: (count) => counted(count, "request", "requests"),
        act: "Answer",
        acting: "Answering",
        acted: "answered",
        already: "was answered in the meantime",
      }}
      tone={answer.approved === false ? "danger" : "primary"}
      describe={(request) => [request.case?.title ?? request.run_title, request.description ?? ""]}
      onStart={(requests) => void start(requests)}
      onCancel={cancel}
      onClose={() => {
        close();
        if (walk && walk.state !== "asked")
          onDone(new Set([...walk.outcomes].filter(([, { kind }]) => kind !== "failed").map(([id]) => id)));
      }}
    >
      Each gets the answer {inWords(answer)}, and its run continues.
    </OneByOneDialog>
  );
}

function inWords({ approved, answers = {} }: Answer): string {
  if (approved !== undefined) return approved ? "Approved" : "Declined";
  return Object.values<string>(answers)
    .map((given) => `“${given}”`)
    .join(", ");
}
