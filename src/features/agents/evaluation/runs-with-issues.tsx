import { useQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import { useRule } from "#api/roles.ts";
import { seesAllRuns } from "#contract/runs/rights.ts";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Section } from "#ui/page.tsx";
import { Time } from "#ui/time.tsx";
import { issuesRead } from "./evaluation-queries.ts";

export function RunsWithIssues({ teamId, agentId }: { teamId: string; agentId: string }) {
  const manages = useRule(seesAllRuns);
  const runs = useQuery(issuesRead(teamId, agentId));
  return (
    <Section title="Failed evaluations" description={manages ? "The latest runs that failed a rubric." : "Only runs that you started."}>
      <Loaded query={runs} what="the failed evaluations">
        {({ data, total }) =>
          data.length === 0 ? (
            <p className="text-ink-2">No runs failed a rubric.</p>
          ) : (
            <>
              <ul aria-label="Failed evaluations" className="divide-y divide-line rounded-md border border-line">
                {data.map((run) => (
                  <li key={run.id} className="flex items-baseline gap-3 px-3 py-2 text-sm">
                    <AnyLink
                      link={pathTo("/t/$teamId/runs/$runId", { teamId, runId: run.id })}
                      className="min-w-0 flex-1 truncate hover:underline"
                    >
                      <span className="text-ink-3">{run.run_number}</span> {run.title}
                    </AnyLink>
                    <span className="shrink-0 text-ink-2">
                      {run.eval_summaries?.passed} of {run.eval_summaries?.total} passed
                    </span>
                    <span className="shrink-0 text-ink-3 max-sm:hidden">
                      <Time at={run.created_at} />
                    </span>
                  </li>
                ))}
              </ul>
              {total > data.length ? (
                <p className="mt-2 text-sm text-ink-3">
                  The newest {data.length} of {total.toLocaleString("en")}
                </p>
              ) : null}
            </>
          )
        }
      </Loaded>
    </Section>
  );
}
