import type { UseQueryResult } from "@tanstack/react-query";
import type { Reply } from "#contract/endpoint.ts";
import type { getOrgInsightsHeadline } from "#contract/teams/insights.ts";
import { Figure } from "#ui/figure.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { percentOf } from "#ui/percent.ts";
import { failsMore, fromBefore, moreOrLess, pointsOff } from "./comparison.ts";

type Answer = Reply<typeof getOrgInsightsHeadline>;

interface HeadlineProps {
  query: UseQueryResult<Answer>;
  /** Of the window before; undefined where there is nothing to compare with. */
  before: Answer["headline"] | undefined;
  /** How long both are, as in "30 days". */
  span: string;
  /** People in the organization; undefined until it is known. */
  people: number | undefined;
}

/** What all teams come to, beside the window before. */
export function Headline({ query, before, span, people }: HeadlineProps) {
  return (
    <Loaded inline query={query} what="the headline of this organization" needs="Administrator of the organization">
      {({ headline: now }) => (
        <div className="col-span-full">
          <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3 lg:grid-cols-5">
            <Figure name="Runs" value={whole(now.total_runs)} note={before && moreOrLess(now.total_runs, before.total_runs)} />
            <Figure
              name="Success"
              value={now.success_rate === null ? "–" : percentOf(now.success_rate)}
              note={now.success_rate === null ? "No run has ended" : before && pointsOff(now.success_rate, before.success_rate)}
            />
            <Figure
              name="Failed"
              value={now.failed_runs === 0 ? "–" : whole(now.failed_runs)}
              failed={failsMore(now, before)}
              note={before && fromBefore(now.failed_runs, before.failed_runs)}
            />
            <Figure
              name="Active agents"
              value={whole(now.active_agents)}
              note={before && fromBefore(now.active_agents, before.active_agents)}
            />
            <Figure name="Active people" value={whole(now.active_users)} note={people === undefined ? undefined : `of ${whole(people)}`} />
          </dl>
          {before ? <p className="mt-3 text-xs text-ink-3">Compared with the {span} before</p> : null}
        </div>
      )}
    </Loaded>
  );
}

function whole(value: number): string {
  return value.toLocaleString("en");
}
