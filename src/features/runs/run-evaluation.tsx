import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { read } from "#api/query.ts";
import { getRunEvaluation } from "#contract/runs/evaluations.ts";
import type { RunDetails } from "#contract/runs/run.ts";
import { Button } from "#ui/button.tsx";
import { problemOf } from "#ui/problem.ts";
import { JudgedBy, VerdictList, VerdictSummary } from "#ui/verdicts.tsx";

/** What the judge found in a run; nothing for a run that nobody judges. */
export function RunEvaluation({ run }: { run: RunDetails }) {
  const { data, error, refetch } = useQuery(read(getRunEvaluation, { params: { agentId: run.agent_id, runId: run.id } }));
  if (error && !data) {
    return (
      <Frame>
        <p role="alert" className="flex items-center justify-between gap-2 text-sm text-failed">
          {problemOf(error).message}
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      </Frame>
    );
  }
  if (!data?.summary) return null;
  const { summary, wait, verdicts } = data;
  return (
    <Frame>
      <VerdictSummary summary={summary} wait={wait} />
      <VerdictList verdicts={verdicts} />
      {data.data?.source ? (
        <p className="mt-3 text-xs text-ink-3">
          <JudgedBy model={data.data.source} />
        </p>
      ) : null}
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <section aria-label="Evaluation" className="border-t border-line p-4">
      <h2 className="mb-2 text-sm font-semibold">Evaluation</h2>
      {children}
    </section>
  );
}
