import { useQuery } from "@tanstack/react-query";
import type { Case } from "#contract/queues/case.ts";
import { caseEvaluationRead } from "#features/queues/case-queries.ts";
import { Loaded } from "#ui/loaded.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Time } from "#ui/time.tsx";
import { JudgedBy, VerdictList, VerdictSummary } from "#ui/verdicts.tsx";

/** What the judge found in the case as a whole. */
export function CaseVerdicts({ one }: { one: Case }) {
  const evaluation = useQuery(caseEvaluationRead(one.id));
  return (
    <section aria-label="Evaluation">
      <h2 className="mb-2 font-semibold">Evaluation</h2>
      <Loaded query={evaluation} what="the evaluation of this case" inline skeleton={<Skeleton className="w-40" />}>
        {({ summary, wait, verdicts, evaluated_at, model }) =>
          summary ? (
            <div className="rounded-md border border-line p-3">
              <VerdictSummary summary={summary} wait={wait} />
              <VerdictList verdicts={verdicts} />
              {evaluated_at ? (
                <p className="mt-3 text-xs text-ink-3">
                  <JudgedBy model={model ?? ""} />, <Time at={evaluated_at} />
                </p>
              ) : null}
            </div>
          ) : null
        }
      </Loaded>
    </section>
  );
}
