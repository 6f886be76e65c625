import type { UseQueryResult } from "@tanstack/react-query";
import type { Reply } from "#contract/endpoint.ts";
import type { getOrgInsightsHeadline } from "#contract/teams/insights.ts";
import { Loaded } from "#ui/loaded.tsx";
import { moreOrLess, percentOf, pointsOff } from "./comparison.ts";

type Answer = Reply<typeof getOrgInsightsHeadline>;

interface HeadlineProps {
  query: UseQueryResult<Answer>;
  /** Of the window before; undefined where there is nothing to compare with. */
  before: Answer["headline"] | undefined;
  /** How long both are, as in "30 days". */
  span: string;
}

/** What all teams come to, beside the window before. */
export function Headline({ query, before, span }: HeadlineProps) {
  return (
    <Loaded inline query={query} what="the headline of this organization" needs="Administrator of the organization">
      {({ headline: now }) => (
        <div>
          <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3 lg:grid-cols-5">
            <Figure name="Runs" value={whole(now.total_runs)} than={before && moreOrLess(now.total_runs, before.total_runs)} />
            <Figure
              name="Success rate"
              value={now.success_rate === null ? "–" : percentOf(now.success_rate)}
              than={now.success_rate === null ? "No run has ended" : before && pointsOff(now.success_rate, before.success_rate)}
            />
            <Figure
              name="Failed"
              value={whole(now.failed_runs)}
              failed={now.failed_runs > 0}
              than={before && moreOrLess(now.failed_runs, before.failed_runs)}
            />
            <Figure
              name="Active agents"
              value={whole(now.active_agents)}
              than={before && moreOrLess(now.active_agents, before.active_agents)}
            />
            <Figure
              name="Active people"
              value={whole(now.active_users)}
              than={before && moreOrLess(now.active_users, before.active_users)}
            />
          </dl>
          {before ? <p className="mt-3 text-xs text-ink-3">Compared with the {span} before</p> : null}
        </div>
      )}
    </Loaded>
  );
}

interface FigureProps {
  name: string;
  value: string;
  /** How it differs from the window before. */
  than: string | undefined;
  failed?: boolean;
}

function Figure({ name, value, than, failed = false }: FigureProps) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className={failed ? "text-xl font-semibold text-failed" : "text-xl font-semibold"}>{value}</dd>
      {than ? <dd className="text-xs text-ink-3">{than}</dd> : null}
    </div>
  );
}

function whole(value: number): string {
  return value.toLocaleString("en");
}
