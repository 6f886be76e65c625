import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { TriggerProblem } from "#contract/queues/queue-triggers.ts";
import { problemWords } from "./trigger-words.ts";

export function TriggerProblems({ problems }: { problems: readonly TriggerProblem[] }) {
  return problems.map((problem) => <Warning key={problem}>{problemWords[problem]}</Warning>);
}

export function Warning({ children }: { children: ReactNode }) {
  return (
    <span className="flex items-start gap-1.5 text-sm text-waiting">
      <TriangleAlert size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0">{children}</span>
    </span>
  );
}
